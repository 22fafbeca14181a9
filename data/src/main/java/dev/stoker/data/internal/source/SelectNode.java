package dev.stoker.data.internal.source;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.node.Compilation;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineStage;
import dev.stoker.data.internal.pipeline.WorkerState;
import java.util.Arrays;
import java.util.List;

/** {@code select}: the elements of some indices, in this order. */
public record SelectNode<T>(Node<T> input, int[] indices) implements Node<T> {
    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        if (input.compile(compilation.requiringRandomAccess()) instanceof Indexed<T> indexed) {
            Arrays.stream(indices)
                    .filter(index -> index < 0 || index >= indexed.size())
                    .findFirst()
                    .ifPresent(index -> {
                        throw new StokerException(
                                "select: there is no element %d; there are %d".formatted(index, indexed.size()));
                    });
            return compilation.annotated(this, "by index", new Selected<>(indexed, indices));
        }
        throw new StokerException("select needs random access; select before filter and flatMap");
    }

    @Override
    public String title() {
        return "select " + indices.length;
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }

    private record Selected<T>(Indexed<T> below, int[] indices) implements Indexed<T> {
        @Override
        public long size() {
            return indices.length;
        }

        @Override
        public int perTask() {
            return below.perTask();
        }

        @Override
        public T at(long epoch, long index, WorkerState worker) {
            return below.at(epoch, indices[(int) index], worker);
        }

        @Override
        public Located<T> locate(long epoch, long index) {
            return new Located<>(below, epoch, indices[(int) index]);
        }
    }
}
