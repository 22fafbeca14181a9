package dev.stoker.data;

import java.lang.foreign.MemorySegment;

/** Writes a sample into its row of a batch, start to finish; many workers call it at once, each with its own scratch. */
@FunctionalInterface
public interface RowFiller {
    /** Writes the row in full and returns the label. The worker knows epoch and sample, and has the random numbers. */
    long fill(int sample, MemorySegment row, Worker worker);
}
