package dev.stoker.data.internal.node;

import dev.stoker.core.random.Seed;
import dev.stoker.data.LastBatch;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.PipelineStage;
import java.util.List;
import java.util.Optional;

/** The batches of a data loader, for an explanation of them; a feed runs them. */
public record LoaderNode<T>(
        Node<T> input, int batch, LastBatch last, long epochs, long corruptLimit, boolean ordered, Optional<Seed> seed)
        implements Node<T> {

    @Override
    public PipelineStage<T> compile(Compilation compilation) {
        var below = input.compile(compilation);
        boolean inPlace = below instanceof Indexed<T> && ordered;
        return compilation.annotated(
                this,
                inPlace
                        ? "workers write rows into the batch"
                        : "workers write rows, one thread copies them into batches",
                below);
    }

    @Override
    public String title() {
        String batches = "loader batch " + batch;
        String repeated = epochs == 1 ? batches : batches + ", %d epochs".formatted(epochs);
        String skipping = corruptLimit == 0 ? repeated : repeated + ", skipCorrupt " + corruptLimit;
        return ordered ? skipping : skipping + ", unordered";
    }

    @Override
    public List<Node<?>> inputs() {
        return List.of(input);
    }
}
