package dev.stoker.data.internal.node;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.Partitioning;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** {@code shuffle(seed)}: a keyed permutation, another one each epoch. */
public record ShuffleNode<T>(Node<T> input, Seed seed, ShuffleOrder order) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        if (input.compile(compilation.requiringRandomAccess()) instanceof Indexed<T> indexed
                && indexed.size() < Long.MAX_VALUE) {
            return compilation.annotated(this, order.note(), permuted(indexed));
        }
        throw new StokerException(
                "shuffle(seed) needs random access and an end; shuffle before filter, flatMap and repeat, or use"
                        + " shuffle(window, seed)");
    }

    private Indexed<T> permuted(Indexed<T> below) {
        long size = below.size();
        if (size == 0) {
            return below;
        }
        var orders = new PerEpochCache<>(epoch -> order.permutation(size, seed.forEpoch(epoch)));
        return new Shuffled<>(below, orders, NodePartitioning.of(input, "put shuffle before shard and batch"));
    }

    @Override
    public String title() {
        return order.title();
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /**
     * Elements in the order of the epoch. What has been given is no beginning of the stage below, so a position in the
     * middle belongs to one division of that.
     */
    private record Shuffled<T>(Indexed<T> below, PerEpochCache<LongUnaryOperator> orders, Partitioning partitioning)
            implements Indexed<T> {
        @Override
        public long size() {
            return below.size();
        }

        @Override
        public int perTask() {
            return below.perTask();
        }

        @Override
        public T at(long epoch, long index, WorkerState worker) {
            return below.at(epoch, orders.of(epoch).applyAsLong(index), worker);
        }

        @Override
        public Located<T> locate(long epoch, long index) {
            return new Located<>(below, epoch, orders.of(epoch).applyAsLong(index));
        }

        @Override
        public void save(long given, StateWriter state) {
            (given > 0 ? partitioning : Partitioning.NONE).save(state);
            Indexed.super.save(given, state);
        }

        @Override
        public Indexed<T> resume(StateReader state) {
            partitioning.checkIfAny(state);
            return Indexed.super.resume(state);
        }
    }
}
