package dev.stoker.data;

import dev.stoker.core.SlotMemory;
import java.util.OptionalLong;
import java.util.Set;

/** Batches of rows, epoch after epoch; up to {@code damaged} elements of a run may be unreadable and are left out. */
public record RowBatches<T>(Rows<T> rows, int size, LastBatch last, long epochs, long damaged) {
    public RowBatches {
        Counts.atLeastOne("batch", size);
        Counts.atLeastOne("epochs", epochs);
        Counts.notNegative("damaged elements", damaged);
    }

    /** Epoch after epoch, each with batches of its own and the next prepared ahead: there is no gap between them. */
    public RowBatches<T> repeat(long times) {
        return new RowBatches<>(rows, size, last, Math.multiplyExact(epochs, times), damaged);
    }

    /**
     * Leaves out elements that cannot be read or written, up to a limit; one more is an error. Batches then take the
     * elements that come next.
     */
    public RowBatches<T> skipCorrupt(long limit) {
        return new RowBatches<>(rows, size, last, epochs, limit);
    }

    /** Batches of an epoch, where that is known before. */
    public OptionalLong batchesPerEpoch() {
        return rows.elements().size().stream()
                .filter(_ -> damaged == 0)
                .map(elements -> last.batches(elements, size))
                .findFirst();
    }

    /** Starts the workers; the feed owns the memory and closes it. */
    public BatchFeed open(Resources resources, SlotMemory memory, DataState state) {
        try {
            var stage = rows.elements().compiled(Set.of());
            return damaged == 0 && stage instanceof Indexed<T> indexed
                    ? new SlotFeed<>(this, indexed, resources, memory, state)
                    : new PackedFeed<>(this, stage, resources, memory, state);
        } catch (RuntimeException | Error failure) {
            memory.close();
            throw failure;
        }
    }

    /** How the elements are divided among ranks: where some are left out, a state belongs to one division. */
    Division division() {
        return rows.elements().division("put shard behind, or train without leaving out pictures");
    }

    public BatchFeed open(Resources resources, SlotMemory memory) {
        return open(resources, memory, DataState.START);
    }
}
