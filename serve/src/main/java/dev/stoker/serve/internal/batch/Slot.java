package dev.stoker.serve.internal.batch;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Native memory for the rows of one batch and for their outputs, used again and again. While rows are added to it the {@link SlotQueue}
 * guards it; afterwards it belongs to the session that runs it.
 */
final class Slot {
    private final long rowBytes;
    private final int outputs;
    private final MemorySegment rows;
    private final MemorySegment results;
    private final @Nullable PendingRow[] owners;

    /** Rows that were given away. */
    int reserved;

    /** Of those, rows that are still being written. */
    int writing;

    /** When the first row was complete. */
    long firstWritten;

    Slot(int capacity, long rowBytes, int outputs, Arena arena) {
        this.rowBytes = rowBytes;
        this.outputs = outputs;
        rows = arena.allocate(capacity * rowBytes, Float.BYTES);
        results = arena.allocate((long) capacity * outputs * Float.BYTES, Float.BYTES);
        owners = new PendingRow[capacity];
    }

    boolean isFull() {
        return reserved == owners.length;
    }

    boolean hasWritten() {
        return reserved > writing;
    }

    MemorySegment row(int index) {
        return rows.asSlice(index * rowBytes, rowBytes);
    }

    MemorySegment rows() {
        return rows;
    }

    MemorySegment results() {
        return results;
    }

    void own(int index, Optional<PendingRow> owner) {
        owners[index] = owner.orElse(null);
    }

    /** Rows that were written for somebody. */
    int owners() {
        return (int) Arrays.stream(owners).filter(Objects::nonNull).count();
    }

    /** Moves rows that somebody waits for to the front, in order, and returns whose they are; others are told that it is too late. */
    List<PendingRow> compact(long now) {
        var kept = new ArrayList<PendingRow>(reserved);
        for (int i = 0; i < reserved; i++) {
            var owner = owners[i];
            owners[i] = null;
            if (owner == null) {
                continue;
            }
            if (owner.isOver(now)) {
                owner.expire();
                continue;
            }
            if (kept.size() < i) {
                row(kept.size()).copyFrom(row(i));
            }
            kept.add(owner);
        }
        return kept;
    }

    float[] result(int index) {
        var values = new float[outputs];
        MemorySegment.copy(results, ValueLayout.JAVA_FLOAT, (long) index * outputs * Float.BYTES, values, 0, outputs);
        return values;
    }

    void clear() {
        reserved = 0;
        writing = 0;
    }
}
