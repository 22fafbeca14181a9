package dev.stoker.data.internal.node;

import dev.stoker.data.LastBatch;
import dev.stoker.data.PipelineOptimization;
import dev.stoker.data.internal.pipeline.BatchCount;
import dev.stoker.data.internal.pipeline.Counts;
import dev.stoker.data.internal.pipeline.Cursor;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineRun;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.SimpleCursor;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.Streamed;
import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** {@code batch}: groups of elements. */
public record BatchNode<T>(Node<T> input, int count, LastBatch last) implements Node<List<T>> {
    public BatchNode {
        Counts.atLeastOne("batch", count);
    }

    @Override
    public PipelineStage<List<T>> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (below instanceof Indexed<T> indexed && compilation.allows(PipelineOptimization.FUSE_BATCH)) {
            return compilation.annotated(this, "one task per batch", new IndexedBatches<>(this, indexed, indexed));
        }
        Streamed<List<T>> stage = (run, epoch, state) -> new BatchCursor<>(this, below, run, epoch, state);
        return compilation.annotated(this, "collected from a stream", stage);
    }

    @Override
    public String title() {
        return "batch " + count;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** A batch is computed as a whole by one worker; the last one may be filled up from the beginning. */
    private static final class IndexedBatches<T> implements Indexed<List<T>> {
        private final BatchNode<T> node;
        private final Indexed<T> whole;
        private final Indexed<T> rest;
        private final long left;

        IndexedBatches(BatchNode<T> node, Indexed<T> whole, Indexed<T> rest) {
            this.node = node;
            this.whole = whole;
            this.rest = rest;
            left = rest.size();
        }

        @Override
        public long size() {
            return BatchCount.of(left, node.count, node.last);
        }

        @Override
        public int perTask() {
            return 1;
        }

        @Override
        public List<T> at(long epoch, long index, WorkerState worker) {
            var batch = room(index);
            int own = own(index);
            for (int i = 0; i < own; i++) {
                batch[i] = rest.at(epoch, index * node.count + i, worker);
            }
            for (int i = own; i < batch.length; i++) {
                batch[i] = whole.at(epoch, (i - own) % whole.size(), worker);
            }
            return Collections.unmodifiableList(Arrays.asList(batch));
        }

        @SuppressWarnings("unchecked") // an array that is filled with nothing else
        private T[] room(long index) {
            return (T[]) new Object[node.last == LastBatch.WRAPPED ? node.count : own(index)];
        }

        /** Elements that are not wrapped around. */
        private int own(long index) {
            return (int) Math.min(node.count, left - index * node.count);
        }

        @Override
        public void save(long given, StateWriter state) {
            rest.save(Counts.times(given, node.count), state);
        }

        @Override
        public Indexed<List<T>> resume(StateReader state) {
            return new IndexedBatches<>(node, whole, whole.resume(state));
        }
    }

    /** Gathers; keeps the first batch of the epoch where the last one may need it. */
    private static final class BatchCursor<T> extends SimpleCursor<List<T>> {
        private final BatchNode<T> node;
        private final Cursor<T> input;
        private final List<T> beginning;

        BatchCursor(BatchNode<T> node, PipelineStage<T> below, PipelineRun run, long epoch, StateReader state) {
            this.node = node;
            int kept = node.last == LastBatch.WRAPPED ? node.count : 0;
            beginning = FirstElements.of(below, kept, run, epoch, state);
            input = below.open(run, epoch, state);
        }

        @Override
        public boolean advance() {
            var batch = new ArrayList<T>(node.count);
            while (batch.size() < node.count && input.advance()) {
                batch.add(input.value());
            }
            if (batch.isEmpty() || (batch.size() < node.count && node.last == LastBatch.DROPPED)) {
                return false;
            }
            if (node.last == LastBatch.WRAPPED) {
                fillUp(batch);
            }
            give(Collections.unmodifiableList(batch));
            return true;
        }

        private void fillUp(List<T> batch) {
            if (beginning.isEmpty()) {
                beginning.addAll(batch);
            }
            for (int i = 0; batch.size() < node.count; i++) {
                batch.add(beginning.get(i % beginning.size()));
            }
        }

        @Override
        public void save(StateWriter state) {
            input.save(state);
        }

        @Override
        public void close() {
            input.close();
        }
    }
}
