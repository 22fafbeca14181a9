package dev.stoker.data;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.tuning.MemoryBudgetExceededException;

/** A function of the chain failed; the message says at which element. */
public final class ElementException extends StokerException {
    private static final long serialVersionUID = 1L;

    private ElementException(String message, Throwable cause) {
        super(message, cause);
    }

    /** Failures that already say where they happened pass as they are. */
    public static RuntimeException at(Worker worker, RuntimeException failure) {
        return failure instanceof StokerException || failure instanceof MemoryBudgetExceededException
                ? failure
                : new ElementException(
                        "element %d of epoch %d cannot be computed: %s"
                                .formatted(worker.index(), worker.epoch(), failure),
                        failure);
    }
}
