package dev.stoker.data;

import dev.stoker.core.StokerException;

/** A function of the pipeline failed; the message says at which element. */
public final class ElementException extends StokerException {
    private static final long serialVersionUID = 1L;

    private final long epoch;
    private final long index;

    public ElementException(long epoch, long index, Throwable cause) {
        super("element %d of epoch %d cannot be computed: %s".formatted(index, epoch, cause), cause);
        this.epoch = epoch;
        this.index = index;
    }

    public long epoch() {
        return epoch;
    }

    /** The index of the element in its source. */
    public long index() {
        return index;
    }
}
