package dev.stoker.data;

import dev.stoker.core.random.SeededRandom;
import java.lang.foreign.MemorySegment;

/** Turns one sample into its row of a batch. Runs on many workers at once, so it keeps no state. */
@FunctionalInterface
public interface RowTransform {
    /** Writes the row in full; the random numbers depend on the seed, the epoch and the sample only. */
    void apply(MemorySegment sample, MemorySegment row, SeededRandom random);

    /** Copies the sample unchanged. */
    static RowTransform copy() {
        return (sample, row, _) -> MemorySegment.copy(sample, 0, row, 0, sample.byteSize());
    }
}
