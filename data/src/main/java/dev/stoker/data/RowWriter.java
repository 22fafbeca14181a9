package dev.stoker.data;

import java.lang.foreign.MemorySegment;

/** Writes an element into its row of a batch; many workers call it at once, each with its own scratch. */
@FunctionalInterface
public interface RowWriter<T> {
    /** Writes the row in full and returns the label. The worker knows epoch and index, and has the random numbers. */
    long write(T element, MemorySegment row, Worker worker);
}
