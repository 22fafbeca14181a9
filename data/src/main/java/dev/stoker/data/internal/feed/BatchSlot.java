package dev.stoker.data.internal.feed;

import dev.stoker.core.BatchMemoryAllocator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/** The memory of one batch, and how many of its rows are still to be written. */
final class BatchSlot {
    private final MemorySegment rows;
    private final MemorySegment labels;
    private final int rowBytes;
    private int missing;

    BatchSlot(BatchMemoryAllocator memory, int batch, int rowBytes) {
        this.rowBytes = rowBytes;
        rows = memory.allocate((long) batch * rowBytes);
        labels = memory.allocate((long) batch * Long.BYTES);
    }

    void expect(int count) {
        missing = count;
    }

    /** Counts rows as written; true for the one that completes the batch. */
    boolean complete(int count) {
        missing -= count;
        return missing == 0;
    }

    MemorySegment row(int index) {
        return rows.asSlice((long) index * rowBytes, rowBytes);
    }

    MemorySegment rows(int count) {
        return rows.asSlice(0, (long) count * rowBytes);
    }

    MemorySegment labels(int count) {
        return labels.asSlice(0, (long) count * Long.BYTES);
    }

    void put(int index, RowPool.Row row) {
        MemorySegment.copy(row.bytes(), 0, rows, (long) index * rowBytes, rowBytes);
        label(index, row.label());
    }

    void label(int index, long label) {
        labels.setAtIndex(ValueLayout.JAVA_LONG, index, label);
    }
}
