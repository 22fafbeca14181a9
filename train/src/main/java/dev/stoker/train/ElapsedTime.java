package dev.stoker.train;

import java.util.Map;

/**
 * Seconds of a run that its steps took.
 *
 * @param ready running steps on nothing until they are captured, with everything put back
 * @param training from when a step is asked for, its batch included, to when the device is done with it, and whatever lies
 *     between two steps but evaluations, checkpoints and getting ready
 */
public record ElapsedTime(double ready, double training) {
    static final ElapsedTime NONE = new ElapsedTime(0, 0);

    ElapsedTime plusWarmUp(double seconds) {
        return new ElapsedTime(ready + seconds, training);
    }

    ElapsedTime withTraining(double seconds) {
        return new ElapsedTime(ready, seconds);
    }

    void addTo(Map<String, String> text) {
        text.put("warmup_seconds", Double.toString(ready));
        text.put("training_seconds", Double.toString(training));
    }

    /** Older checkpoints have ready_seconds, or nothing. Throws NumberFormatException for a malformed number. */
    static ElapsedTime ofText(Map<String, String> text) {
        return new ElapsedTime(
                Double.parseDouble(text.getOrDefault("warmup_seconds", text.getOrDefault("ready_seconds", "0"))),
                Double.parseDouble(text.getOrDefault("training_seconds", "0")));
    }
}
