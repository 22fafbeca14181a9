package dev.stoker.dashboard.internal.run;

import dev.stoker.core.StokerException;
import dev.stoker.telemetry.run.RecordedRun;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** What the page of a run shows besides its curves. */
record RunDetails(RecordedRun run, RunCurves curves, long bad) {
    /** Files that can be opened from the page. */
    private static final List<String> FILES = List.of("report.html", "curves.html", "trace.json", "confusion.csv");

    Map<String, @Nullable Object> fields() {
        var notes = new ArrayList<String>();
        var fields = new LinkedHashMap<String, @Nullable Object>();
        fields.put("plan", plan(notes));
        fields.put("environment", run.environment());
        fields.put("result", run.result());
        fields.put("epochs", curves.epochs());
        fields.put("events", curves.events());
        fields.put(
                "files",
                FILES.stream().filter(name -> run.file(name).isPresent()).toList());
        fields.put("verdict", RunVerdict.sentences(curves, run.result()));
        describe(notes);
        fields.put("notes", notes);
        return fields;
    }

    private Map<String, String> plan(List<String> notes) {
        try {
            return run.plan();
        } catch (StokerException wrong) {
            notes.add(String.valueOf(wrong.getMessage()));
            return Map.of();
        }
    }

    private void describe(List<String> notes) {
        run.reason().ifPresent(reason -> notes.add("It failed: " + reason));
        if (run.file("metrics.jsonl").isEmpty()) {
            notes.add("There is no metrics.jsonl: nothing was logged yet, or the file is gone.");
        } else if (curves.series().isEmpty()) {
            notes.add("metrics.jsonl holds no steps or epochs yet.");
        }
        if (bad > 0) {
            notes.add("%,d %s of metrics.jsonl cannot be read and %s left out."
                    .formatted(bad, bad == 1 ? "line" : "lines", bad == 1 ? "is" : "are"));
        }
    }
}
