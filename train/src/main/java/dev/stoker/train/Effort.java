package dev.stoker.train;

import java.util.Map;

/**
 * Seconds of a run that its steps took.
 *
 * @param ready running steps on nothing until they are captured, with everything put back
 * @param training from when a step is asked for, its batch included, to when the device is done with it, and whatever lies
 *     between two steps but evaluations, checkpoints and getting ready
 */
public record Effort(double ready, double training) {
    static final Effort NONE = new Effort(0, 0);

    Effort plusReady(double seconds) {
        return new Effort(ready + seconds, training);
    }

    Effort withTraining(double seconds) {
        return new Effort(ready, seconds);
    }

    void addTo(Map<String, String> text) {
        text.put("ready_seconds", Double.toString(ready));
        text.put("training_seconds", Double.toString(training));
    }

    /** Checkpoints of before say nothing of it. Throws NumberFormatException where a number is none. */
    static Effort ofText(Map<String, String> text) {
        return new Effort(
                Double.parseDouble(text.getOrDefault("ready_seconds", "0")),
                Double.parseDouble(text.getOrDefault("training_seconds", "0")));
    }
}
