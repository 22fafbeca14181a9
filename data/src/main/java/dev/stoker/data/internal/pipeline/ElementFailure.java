package dev.stoker.data.internal.pipeline;

import dev.stoker.core.StokerException;
import dev.stoker.data.ElementException;
import dev.stoker.data.Worker;
import dev.stoker.data.internal.tuning.MemoryBudgetExceededException;

/** Adds the element to a failure of a function. */
public final class ElementFailure {
    private ElementFailure() {}

    /** Failures that say where they happened are passed on unchanged. */
    public static RuntimeException at(Worker worker, RuntimeException failure) {
        return failure instanceof StokerException || failure instanceof MemoryBudgetExceededException
                ? failure
                : new ElementException(worker.epoch(), worker.index(), failure);
    }
}
