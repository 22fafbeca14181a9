package dev.stoker.lab.experiment;

import java.util.Locale;

/** What became of a trial. */
public enum TrialState {
    /** It has not run yet, or was interrupted. */
    WAITING,
    FINISHED,
    OUT_OF_MEMORY,
    FAILED;

    /** As in files and on the screen. */
    public String title() {
        return name().toLowerCase(Locale.ROOT).replace('_', ' ');
    }

    static TrialState of(String title) {
        for (var state : values()) {
            if (state.title().equals(title)) {
                return state;
            }
        }
        return WAITING;
    }
}
