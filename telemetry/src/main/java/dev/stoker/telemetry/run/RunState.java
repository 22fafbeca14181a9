package dev.stoker.telemetry.run;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** What became of a run. */
public enum RunState {
    RUNNING,
    FINISHED,
    /** On request, or by a kill: it can be resumed. */
    STOPPED,
    FAILED,
    /** Its plan cannot be read. */
    DAMAGED;

    /** As in files and on the screen. */
    public String title() {
        return name().toLowerCase(Locale.ROOT);
    }

    static Optional<RunState> titled(String title) {
        return Arrays.stream(values())
                .filter(state -> state.title().equals(title))
                .findFirst();
    }
}
