package dev.stoker.data.internal.node;

import dev.stoker.data.PipelineOptimization;
import dev.stoker.data.ShardRemainder;
import dev.stoker.data.internal.explain.StepNotes;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.Partitioning;
import dev.stoker.data.internal.pipeline.PipelineStage;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntBinaryOperator;

/** Compiles nodes into stages, and remembers how each runs. */
public final class Compilation {
    private final Set<PipelineOptimization> without;
    private final StepNotes notes;
    private final Map<String, Integer> numbers;
    private final IntBinaryOperator rankOfWorld;

    private Compilation(
            Set<PipelineOptimization> without,
            StepNotes notes,
            Map<String, Integer> numbers,
            IntBinaryOperator rankOfWorld) {
        this.without = without;
        this.notes = notes;
        this.numbers = numbers;
        this.rankOfWorld = rankOfWorld;
    }

    private Compilation(Set<PipelineOptimization> without, IntBinaryOperator rankOfWorld) {
        this(without, new StepNotes(), new HashMap<>(), rankOfWorld);
    }

    public Compilation(Set<PipelineOptimization> without) {
        this(without, (rank, _) -> rank);
    }

    /** For the inputs of a step that needs random access: there, computing by index cannot be switched off. */
    public Compilation requiringRandomAccess() {
        return new Compilation(Set.of(), notes, numbers, rankOfWorld);
    }

    /** A unique name for statistics: the second map is called {@code map 2}. */
    String stageName(String title) {
        int number = numbers.merge(title, 1, Integer::sum);
        return number == 1 ? title : title + " " + number;
    }

    boolean allows(PipelineOptimization optimization) {
        return !without.contains(optimization);
    }

    /** The rank that a shard is compiled for. */
    int rank(ShardNode<?> shard) {
        return rankOfWorld.applyAsInt(shard.rank(), shard.world());
    }

    /**
     * The partitioning of this chain, which binds its states if ranks may have different numbers of elements: then no rank
     * knows the position of the others.
     */
    Partitioning unevenRanks(Node<?> node, String remedy) {
        return NodePartitioning.of(node, remedy).bindingIf(hasUnevenShards(node) && !isEven(node));
    }

    private static boolean hasUnevenShards(Node<?> node) {
        return (node instanceof ShardNode<?> shard && shard.last() == ShardRemainder.SHORT)
                || node.inputs().stream().anyMatch(Compilation::hasUnevenShards);
    }

    /** Rank 0 has the most elements, the last rank the fewest. */
    private boolean isEven(Node<?> node) {
        var most = node.compile(new Compilation(Set.of(), (_, _) -> 0));
        var fewest = node.compile(new Compilation(Set.of(), (_, world) -> world - 1));
        return most instanceof Indexed<?> one && fewest instanceof Indexed<?> other && one.size() == other.size();
    }

    /** Remembers how a node runs, for an explanation. */
    public <S extends PipelineStage<?>> S annotated(Node<?> node, String execution, S stage) {
        notes.put(node, execution, stage);
        return stage;
    }

    public StepNotes notes() {
        return notes;
    }
}
