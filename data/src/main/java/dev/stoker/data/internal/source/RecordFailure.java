package dev.stoker.data.internal.source;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.data.internal.tuning.MemoryBudgetExceededException;

/** Says in which record something went wrong; what may be skipped stays so. */
final class RecordFailure {
    private RecordFailure() {}

    static RuntimeException at(String place, RuntimeException failure) {
        return switch (failure) {
            case MemoryBudgetExceededException full -> full;
            case CorruptDataException damage -> new CorruptDataException(place + ": " + damage.getMessage(), damage);
            case StokerException known -> new StokerException(place + ": " + known.getMessage(), known);
            default -> new StokerException("%s cannot be parsed: %s".formatted(place, failure), failure);
        };
    }
}
