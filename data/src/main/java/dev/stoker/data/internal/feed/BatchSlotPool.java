package dev.stoker.data.internal.feed;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.data.internal.tuning.MemoryBudget;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The slots of a feed: created when they are first needed, within the memory budget, and reused. */
final class BatchSlotPool {
    /** The share of the budget that is left for the scratch of workers. */
    private static final double FOR_SCRATCH = 0.25;

    private final BatchMemoryAllocator memory;
    private final MemoryBudget budget;
    private final int rows;
    private final int rowBytes;
    private final Deque<BatchSlot> free = new ArrayDeque<>();
    private int made;

    /** The first slot must fit. */
    BatchSlotPool(BatchMemoryAllocator memory, MemoryBudget budget, int rows, int rowBytes) {
        this.memory = memory;
        this.budget = budget;
        this.rows = rows;
        this.rowBytes = rowBytes;
        if (!budget.tryTake(bytes())) {
            throw new StokerException(
                    "a batch of %,d rows of %,d bytes needs %s, but the memory budget is %s; use a smaller batch or allow more memory"
                            .formatted(rows, rowBytes, new Bytes(bytes()), budget.limit()));
        }
        free.add(make());
    }

    int made() {
        return made;
    }

    /** A slot, or nothing where all are in use and the budget allows no other. */
    @Nullable
    BatchSlot take() {
        var slot = free.poll();
        if (slot != null) {
            return slot;
        }
        boolean fits =
                budget.free().count() - bytes() >= FOR_SCRATCH * budget.limit().count();
        return fits && budget.tryTake(bytes()) ? make() : null;
    }

    void giveBack(BatchSlot slot) {
        free.add(slot);
    }

    private BatchSlot make() {
        made++;
        return new BatchSlot(memory, rows, rowBytes);
    }

    private long bytes() {
        return (long) rows * rowBytes + (long) rows * Long.BYTES;
    }
}
