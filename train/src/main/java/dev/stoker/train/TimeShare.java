package dev.stoker.train;

import java.util.Locale;

/** What the time of a part of training may be spent on. */
public enum TimeShare {
    /** The device was idle, since no batch was ready. */
    INPUT,
    /** The device was idle while a batch was copied to it. */
    COPY,
    /** The device computed steps. */
    COMPUTE,
    /** The device was idle while ranks exchanged gradients; 0 on a single device. */
    COMMUNICATION,
    /** Evaluations on the validation data. */
    EVALUATION,
    /** The device waited for a checkpoint or the best weights to be copied; the file is written in the background. */
    CHECKPOINT,
    /** Everything else: launching steps, reading metrics, reports, warm-up. */
    OTHER;

    /** The name in files and JSON, such as {@code input_share}. */
    public String key() {
        return label() + "_share";
    }

    /** The name in a sentence. */
    public String label() {
        return name().toLowerCase(Locale.ROOT);
    }
}
