package dev.stoker.data.internal.node;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.Partitioning;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.StateReader;
import dev.stoker.data.internal.pipeline.StateWriter;
import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.List;

/** {@code repeatElements(times)}: each element several times in a row, in epochs of the same length. */
public record RepeatedElementsNode<T>(Node<T> input, int times) implements Node<T> {
    public RepeatedElementsNode {
        if (times < 1) {
            throw new IllegalArgumentException("elements are repeated at least 1 time, got " + times);
        }
    }

    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        if (input.compile(compilation.requiringRandomAccess()) instanceof Indexed<T> indexed) {
            var partitioning = NodePartitioning.of(input, "put repeatElements before shard and batch");
            return compilation.annotated(this, "computed from the index", new Repeated<>(indexed, times, partitioning));
        }
        throw new StokerException(
                "repeatElements(times) needs random access; put it before filter, flatMap and repeat");
    }

    @Override
    public String title() {
        return "repeat elements";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    /** What has been given is no beginning of the stage below, so a position in the middle belongs to one division of that. */
    private record Repeated<T>(Indexed<T> below, int times, Partitioning partitioning) implements Indexed<T> {
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
            T element = below.at(epoch, index / times, worker);
            worker.repeated(index % times);
            return element;
        }

        @Override
        public Located<T> locate(long epoch, long index) {
            return new Located<>(below, epoch, index / times);
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
