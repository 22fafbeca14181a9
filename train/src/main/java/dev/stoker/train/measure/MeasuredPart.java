package dev.stoker.train.measure;

import java.util.Locale;

/** A part of training that can be measured alone. */
public enum MeasuredPart {
    /** The input pipeline, drained as fast as batches come. */
    INPUT,
    /** The transfer of a batch that is ready to where steps read it. */
    COPY,
    /** Training steps on a batch that stays on the device. */
    STEPS,
    /** The training loop. */
    EVERYTHING;

    /** In JSON. */
    public String key() {
        return name().toLowerCase(Locale.ROOT);
    }
}
