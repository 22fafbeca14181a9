package dev.stoker.data.internal.tuning;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;

/** A worker needs more memory than the budget has left now. */
public final class MemoryBudgetExceededException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String missing;

    MemoryBudgetExceededException(Bytes asked, MemoryBudget budget) {
        missing = "%s are needed for one element, but of the memory budget of %s only %s are free"
                .formatted(asked, budget.limit(), budget.free());
    }

    /** For a task that has no room even when it runs alone. */
    public StokerException asError() {
        return new StokerException(missing + "; allow more memory, or use smaller batches", this);
    }
}
