package dev.stoker.data.internal.feed;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.internal.tuning.MemoryBudget;
import java.lang.foreign.MemorySegment;
import java.util.ArrayDeque;
import java.util.Deque;

/** Rows that wait to be copied into a batch, for elements whose number is not known in advance. */
final class RowPool {
    /** A row with its label. */
    static final class Row {
        /** Stands for an element that is corrupt. */
        static final Row OMITTED = new Row(MemorySegment.NULL);

        private final MemorySegment bytes;
        private long label;

        private Row(MemorySegment bytes) {
            this.bytes = bytes;
        }

        MemorySegment bytes() {
            return bytes;
        }

        long label() {
            return label;
        }

        void label(long newLabel) {
            label = newLabel;
        }
    }

    private final BatchMemoryAllocator memory;
    private final MemoryBudget budget;
    private final int rowBytes;
    private final Deque<Row> free = new ArrayDeque<>();

    RowPool(BatchMemoryAllocator memory, MemoryBudget budget, int rowBytes) {
        this.memory = memory;
        this.budget = budget;
        this.rowBytes = rowBytes;
    }

    synchronized Row take() {
        var row = free.poll();
        if (row != null) {
            return row;
        }
        if (!budget.tryTake(rowBytes)) {
            throw new StokerException("another row of %s does not fit into the memory budget of %s; allow more"
                    .formatted(new Bytes(rowBytes), budget.limit()));
        }
        return new Row(memory.allocate(rowBytes));
    }

    synchronized void giveBack(Row row) {
        free.push(row);
    }
}
