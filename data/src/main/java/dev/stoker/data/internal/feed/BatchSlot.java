package dev.stoker.data.internal.feed;

import dev.stoker.core.BatchMemoryAllocator;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.BitSet;

/** The memory of one batch, and how many of its rows are still to be written. */
final class BatchSlot {
    private final MemorySegment rows;
    private final MemorySegment labels;
    private final int rowBytes;
    private final BitSet omitted = new BitSet();
    private int missing;

    BatchSlot(BatchMemoryAllocator memory, int batch, int rowBytes) {
        this.rowBytes = rowBytes;
        rows = memory.allocate((long) batch * rowBytes);
        labels = memory.allocate((long) batch * Long.BYTES);
    }

    void expect(int count) {
        missing = count;
        omitted.clear();
    }

    /** Counts rows as written; true for the one that completes the batch. */
    boolean complete(int count) {
        missing -= count;
        return missing == 0;
    }

    /** A row stays empty, since its element is corrupt; workers of other rows may say the same at once. */
    synchronized void omit(int row) {
        omitted.set(row);
    }

    /** Closes the gaps of omitted rows among the first {@code count}; returns how many are left. */
    synchronized int compact(int count) {
        if (omitted.isEmpty()) {
            return count;
        }
        int kept = 0;
        for (int row = omitted.nextClearBit(0); row < count; row = omitted.nextClearBit(row + 1)) {
            move(row, kept++);
        }
        return kept;
    }

    private void move(int from, int to) {
        MemorySegment.copy(rows, (long) from * rowBytes, rows, (long) to * rowBytes, rowBytes);
        label(to, labels.getAtIndex(ValueLayout.JAVA_LONG, from));
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
