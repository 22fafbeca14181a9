package dev.stoker.lab.experiment;

import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A trial and what became of it.
 *
 * @param reason why it did not finish
 * @param run the name of its run folder; empty where there is none
 * @param result the fields of its result, as soon as it ends; later they are in its run folder
 */
public record TrialRecord(
        Trial trial, TrialState state, String reason, String run, Map<String, @Nullable Object> result) {
    static TrialRecord waiting(Trial trial) {
        return new TrialRecord(trial, TrialState.WAITING, "", "", Map.of());
    }

    public boolean isDone() {
        return state != TrialState.WAITING;
    }

    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("number", trial.number());
        fields.put("values", trial.values());
        fields.put("repetition", trial.repetition());
        fields.put("seed", trial.seed());
        fields.put("state", state.title());
        if (!reason.isEmpty()) {
            fields.put("reason", reason);
        }
        if (!run.isEmpty()) {
            fields.put("run", run);
        }
        return fields;
    }

    /** The trial with what a file says became of it, which may be damaged. */
    static TrialRecord read(Trial trial, Map<?, ?> fields) {
        return new TrialRecord(
                trial, TrialState.of(text(fields, "state")), text(fields, "reason"), text(fields, "run"), Map.of());
    }

    private static String text(Map<?, ?> fields, String name) {
        return fields.get(name) instanceof String text ? text : "";
    }
}
