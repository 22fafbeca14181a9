package dev.stoker.data.internal.source;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.data.internal.tuning.MemoryBudgetExceededException;

/** Adds the record to a failure; what may be skipped stays so. */
final class RecordFailure {
    private RecordFailure() {}

    static RuntimeException at(String place, RuntimeException failure) {
        return switch (failure) {
            case MemoryBudgetExceededException full -> full;
            case CorruptDataException corrupt ->
                new CorruptDataException(place + ": " + corrupt.getMessage(), corrupt)
                        .about(corrupt.settings().toArray(String[]::new));
            case StokerException known -> new StokerException(place + ": " + known.getMessage(), known);
            default -> new StokerException("%s cannot be parsed: %s".formatted(place, failure), failure);
        };
    }
}
