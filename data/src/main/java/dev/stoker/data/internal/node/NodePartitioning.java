package dev.stoker.data.internal.node;

import dev.stoker.data.internal.pipeline.Partitioning;
import java.util.ArrayList;
import java.util.List;

/** Finds how a chain divides its elements among ranks and batches. */
public final class NodePartitioning {
    private NodePartitioning() {}

    /** The ranks and batches of a node and of all nodes before it. The texts are part of saved states. */
    public static Partitioning of(Node<?> node, String remedy) {
        var parts = new ArrayList<String>();
        collect(node, parts);
        return new Partitioning(String.join(", ", parts), remedy, true);
    }

    private static void collect(Node<?> node, List<String> parts) {
        switch (node) {
            case ShardNode<?> shard -> parts.add("%d ranks, %s".formatted(shard.world(), shard.last()));
            case BatchNode<?> batch -> parts.add("batches of %d, %s".formatted(batch.count(), batch.last()));
            default -> {}
        }
        node.inputs().forEach(input -> collect(input, parts));
    }
}
