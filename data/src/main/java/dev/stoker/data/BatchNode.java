package dev.stoker.data;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;

/** {@code batch}: groups of elements. */
record BatchNode<T>(Node<T> input, int count, LastBatch last) implements Node<List<T>> {
    BatchNode {
        Counts.atLeastOne("batch", count);
    }

    @Override
    public Stage<List<T>> compile(Compilation compilation) {
        var below = input.compile(compilation);
        if (below instanceof Indexed<T> indexed && compilation.may(Optimisation.FUSE_BATCH)) {
            return compilation.noted(this, "one task per batch", new Grouped<>(this, indexed));
        }
        Streamed<List<T>> stage = (run, epoch, state) -> new Grouping<>(this, below, run, epoch, state);
        return compilation.noted(this, "gathered as elements pass", stage);
    }

    @Override
    public String title() {
        return "batch " + count;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** A batch is computed as a whole by one worker. */
    private record Grouped<T>(BatchNode<T> node, Indexed<T> below) implements Indexed<List<T>> {
        @Override
        public long size() {
            long elements = below.size();
            if (elements == Long.MAX_VALUE) {
                return elements;
            }
            return node.last == LastBatch.DROPPED ? elements / node.count : Math.ceilDiv(elements, (long) node.count);
        }

        @Override
        public int perTask() {
            return 1;
        }

        @Override
        @SuppressWarnings("unchecked") // an array that only this method fills
        public List<T> at(long epoch, long index, Worker worker) {
            long first = index * node.count;
            long elements = below.size();
            int size = node.last == LastBatch.WRAPPED ? node.count : (int) Math.min(node.count, elements - first);
            var batch = (T[]) new Object[size];
            for (int i = 0; i < size; i++) {
                batch[i] = below.at(epoch, (first + i) % elements, worker);
            }
            return Collections.unmodifiableList(Arrays.asList(batch));
        }
    }

    /** Gathers; keeps the first batch of the epoch where the last one may need it. */
    private static final class Grouping<T> extends SimpleCursor<List<T>> {
        private final BatchNode<T> node;
        private final Cursor<T> input;
        private final List<T> beginning;

        Grouping(BatchNode<T> node, Stage<T> below, Run run, long epoch, StateReader state) {
            this.node = node;
            beginning = beginning(node, below, run, epoch, state.isFresh());
            input = below.open(run, epoch, state);
        }

        /** A run that continues no longer passes the beginning, so it is read again. */
        private static <T> List<T> beginning(BatchNode<T> node, Stage<T> below, Run run, long epoch, boolean fresh) {
            var elements = new ArrayList<T>();
            if (node.last == LastBatch.WRAPPED && !fresh) {
                try (var again = below.open(run, epoch, StateReader.fresh())) {
                    while (elements.size() < node.count && again.advance()) {
                        elements.add(again.value());
                    }
                }
            }
            return elements;
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
