package dev.stoker.train;

import java.util.Map;

/**
 * Seconds of a run spent on warm-up and on training.
 *
 * @param warmUp warm-up steps until steps are captured, with everything restored afterwards
 * @param training from the start of a step, including the wait for its batch, until the device has finished it, and the time
 *     between two steps, without evaluations, checkpoints and warm-up
 */
public record ElapsedTime(double warmUp, double training) {
    static final ElapsedTime NONE = new ElapsedTime(0, 0);

    ElapsedTime plusWarmUp(double seconds) {
        return new ElapsedTime(warmUp + seconds, training);
    }

    ElapsedTime withTraining(double seconds) {
        return new ElapsedTime(warmUp, seconds);
    }

    void addTo(Map<String, String> text) {
        text.put("warmup_seconds", Double.toString(warmUp));
        text.put("training_seconds", Double.toString(training));
    }

    /** Older checkpoints have ready_seconds, or nothing. Throws NumberFormatException for a malformed number. */
    static ElapsedTime ofText(Map<String, String> text) {
        return new ElapsedTime(
                Double.parseDouble(text.getOrDefault("warmup_seconds", text.getOrDefault("ready_seconds", "0"))),
                Double.parseDouble(text.getOrDefault("training_seconds", "0")));
    }
}
