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

/** {@code balanced(labels, seed)}: every class equally often in each epoch, in another order each time. */
public record BalancedNode<T>(Node<T> input, int[] labels, Seed seed) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        if (!(input.compile(compilation.requiringRandomAccess()) instanceof Indexed<T> indexed)
                || indexed.size() == Long.MAX_VALUE) {
            throw new StokerException(
                    "balanced(labels, seed) needs random access and an end; balance before filter, flatMap and repeat");
        }
        if (indexed.size() != labels.length) {
            throw new StokerException("balanced(labels, seed) needs a label for each of the %d elements, got %d"
                    .formatted(indexed.size(), labels.length));
        }
        return compilation.annotated(this, "computed from the index, at 4 bytes per element", balanced(indexed));
    }

    private Indexed<T> balanced(Indexed<T> below) {
        return labels.length == 0
                ? below
                : new Balanced<>(
                        below,
                        new BalancedOrder(labels, seed),
                        NodePartitioning.of(input, "put balanced before shard and batch"));
    }

    @Override
    public String title() {
        return "balanced";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** What has been given is no beginning of the stage below, so a position in the middle belongs to one division of that. */
    private record Balanced<T>(Indexed<T> below, BalancedOrder order, Partitioning partitioning) implements Indexed<T> {
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
            var draw = order.at(epoch, index);
            T element = below.at(epoch, draw.element(), worker);
            worker.repeated(draw.repetition());
            return element;
        }

        @Override
        public Located<T> locate(long epoch, long index) {
            return new Located<>(below, epoch, order.at(epoch, index).element());
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
