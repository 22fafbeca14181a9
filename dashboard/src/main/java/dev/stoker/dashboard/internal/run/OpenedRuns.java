package dev.stoker.dashboard.internal.run;

import dev.stoker.telemetry.run.RecordedRun;
import java.util.LinkedHashMap;
import java.util.Map;

/** The runs that somebody looks at, with their curves in memory; those looked at longest ago are forgotten. */
final class OpenedRuns {
    /** A point takes 24 bytes; the run that was opened last stays whatever its size. */
    private static final long MOST_POINTS = 3_000_000;

    private final Map<String, OpenedRun> runs = new LinkedHashMap<>(16, 0.75f, true);

    synchronized OpenedRun of(String id, RecordedRun run) {
        var opened = runs.computeIfAbsent(id, _ -> new OpenedRun(id, run));
        forgetOthers(opened);
        return opened;
    }

    private void forgetOthers(OpenedRun last) {
        long points = runs.values().stream().mapToLong(OpenedRun::points).sum();
        var eldest = runs.values().iterator();
        while (points > MOST_POINTS && eldest.hasNext()) {
            var run = eldest.next();
            if (run != last) {
                points -= run.points();
                eldest.remove();
            }
        }
    }
}
