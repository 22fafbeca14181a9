package dev.stoker.data;

import java.lang.foreign.MemorySegment;

/**
 * A batch in a leased slot: rows of bytes and their labels. Release it when its content has been copied; the slot is
 * reused from then on.
 */
public interface HostBatch extends AutoCloseable {
    /** Number of this batch, counted from the beginning. */
    long index();

    /** Number of rows; the last batch of an epoch may be short, and so is one whose corrupt elements were skipped, down to none. */
    int size();

    /** Number of rows of the whole batch, of which other ranks may have some; a skipped corrupt element of another rank counts. */
    default int wholeSize() {
        return size();
    }

    /** The rows, contiguous. */
    MemorySegment rows();

    /** One 64-bit label per row. */
    MemorySegment labels();

    /** Gives the slot back. */
    @Override
    void close();
}
