package dev.stoker.data.internal.tuning;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;

/** A worker needs more memory than the budget has left at the moment. */
public final class MemoryBudgetExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String missing;

    MemoryBudgetExceededException(Bytes asked, MemoryBudget budget) {
        missing = "%s are needed for one element, but of the memory budget of %s only %s are free"
                .formatted(asked, budget.limit(), budget.free());
    }

    /** Nobody else holds anything that could be given up. */
    public StokerException asError() {
        return new StokerException(missing + "; allow more memory, or make batches smaller", this);
    }
}
