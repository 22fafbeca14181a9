package dev.stoker.data;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.StokerException;
import dev.stoker.data.explain.PipelineExplanation;
import dev.stoker.data.internal.explain.Explanations;
import dev.stoker.data.internal.feed.IndexedBatchFeed;
import dev.stoker.data.internal.feed.StreamedBatchFeed;
import dev.stoker.data.internal.node.LoaderNode;
import dev.stoker.data.internal.pipeline.BatchCount;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.Indexed;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Loads batches of rows, epoch after epoch, and skips up to {@code corruptLimit} corrupt elements of a run.
 *
 * @param ordered whether rows have the order of the elements; without it, a batch holds the rows that are ready first
 * @param share the rows of each batch that are loaded
 */
public record DataLoader<T>(
        Rows<T> rows, int size, LastBatch last, long epochs, long corruptLimit, boolean ordered, BatchShare share) {
    public DataLoader {
        Counts.atLeastOne("batch", size);
        Counts.atLeastOne("epochs", epochs);
        Counts.notNegative("corrupt elements", corruptLimit);
    }

    /** Several epochs. No batch spans two of them, and the next one is prefetched: there is no gap between them. */
    public DataLoader<T> repeat(long times) {
        return new DataLoader<>(rows, size, last, Math.multiplyExact(epochs, times), corruptLimit, ordered, share);
    }

    /**
     * Skips elements that cannot be read or written, up to a limit; one more is an error. A batch is shorter by its corrupt
     * elements, perhaps empty; all other elements keep their places, so that intact data gives the same batches with any limit.
     * Each counts once, however many epochs reach it.
     */
    public DataLoader<T> skipCorrupt(long limit) {
        return new DataLoader<>(rows, size, last, epochs, limit, ordered, share);
    }

    /**
     * Without order, a slow row delays no batch but its own: workers still write rows in parallel, and every epoch still has
     * every element once. Batches then differ from run to run.
     */
    public DataLoader<T> ordered(boolean inOrder) {
        return new DataLoader<>(rows, size, last, epochs, corruptLimit, inOrder, share);
    }

    /**
     * Loads the rows of one rank only. Size, number and order of batches, and the state to resume from, stay those of whole
     * batches, the same on every rank: so a state of one number of ranks continues on any other.
     */
    public DataLoader<T> share(BatchShare ofRank) {
        return new DataLoader<>(rows, size, last, epochs, corruptLimit, ordered, ofRank);
    }

    /** The number of batches of an epoch, if it is known in advance. */
    public OptionalLong batchesPerEpoch() {
        return rows.elements().size().stream()
                .map(elements -> BatchCount.of(elements, size, last))
                .findFirst();
    }

    /** The compiled chain of the batches; see {@link Dataset#explanation}. */
    public PipelineExplanation explanation() {
        return Explanations.of(
                new LoaderNode<>(rows.elements().node(), size, last, epochs, corruptLimit, ordered, rows.seed()));
    }

    /**
     * Tells remote sources which elements will be read here in the first epochs, so that they keep near what is read most often.
     * Elements without random access tell nothing.
     */
    public void expectReads(long firstEpochs) {
        if (rows.elements().compiled(Set.of()) instanceof Indexed<T> indexed && indexed.isRemote()) {
            long looked = Math.min(epochs, firstEpochs);
            IndexedBatchFeed.expect(new DataLoader<>(rows, size, last, looked, corruptLimit, ordered, share), indexed);
        }
    }

    /** Starts the workers; the feed owns the memory and closes it. */
    public BatchFeed open(PipelineResources resources, BatchMemoryAllocator memory, DataState state) {
        try {
            var stage = rows.elements().compiled(Set.of());
            if (ordered && stage instanceof Indexed<T> indexed) {
                return new IndexedBatchFeed<>(this, indexed, resources, memory, state);
            }
            refuseShare();
            return new StreamedBatchFeed<>(this, stage, resources, memory, state);
        } catch (RuntimeException | Error failure) {
            memory.close();
            throw failure;
        }
    }

    private void refuseShare() {
        if (share.world() > 1) {
            throw new StokerException(
                            "%d ranks cannot share batches whose rows have no number; use the strict order and elements with random access"
                                    .formatted(share.world()))
                    .about("order");
        }
    }

    public BatchFeed open(PipelineResources resources, BatchMemoryAllocator memory) {
        return open(resources, memory, DataState.START);
    }
}
