package dev.stoker.data.internal.node;

import dev.stoker.data.PipelineOptimization;
import dev.stoker.data.ShardRemainder;
import dev.stoker.data.internal.pipeline.Indexed;
import dev.stoker.data.internal.pipeline.Partitioning;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.IntBinaryOperator;

/** Turns nodes into stages and remembers what was done with each, for people to read. */
public final class Compilation {
    private final Set<PipelineOptimization> without;
    private final IdentityHashMap<Node<?>, String> notes;
    private final Map<String, Integer> numbers;
    private final IntBinaryOperator rankOfWorld;

    private Compilation(
            Set<PipelineOptimization> without,
            IdentityHashMap<Node<?>, String> notes,
            Map<String, Integer> numbers,
            IntBinaryOperator rankOfWorld) {
        this.without = without;
        this.notes = notes;
        this.numbers = numbers;
        this.rankOfWorld = rankOfWorld;
    }

    private Compilation(Set<PipelineOptimization> without, IntBinaryOperator rankOfWorld) {
        this(without, new IdentityHashMap<>(), new HashMap<>(), rankOfWorld);
    }

    public Compilation(Set<PipelineOptimization> without) {
        this(without, (rank, _) -> rank);
    }

    /** For what lies below a step that needs an index: there, computing by index is no option but the meaning. */
    Compilation requiringRandomAccess() {
        return new Compilation(Set.of(), notes, numbers, rankOfWorld);
    }

    /** A name for statistics, by which steps of one kind can be told apart. */
    String stageName(String title) {
        int number = numbers.merge(title, 1, Integer::sum);
        return number == 1 ? title : title + " " + number;
    }

    boolean may(PipelineOptimization optimization) {
        return !without.contains(optimization);
    }

    /** The rank that a shard is compiled for. */
    int rank(ShardNode<?> shard) {
        return rankOfWorld.applyAsInt(shard.rank(), shard.world());
    }

    /** How this chain is divided, where ranks may differ in their number of elements: then none knows about the others. */
    Partitioning drift(Node<?> node, String remedy) {
        return NodePartitioning.of(node, remedy).bindingIf(hasShortRows(node) && !isEven(node));
    }

    private static boolean hasShortRows(Node<?> node) {
        return (node instanceof ShardNode<?> shard && shard.last() == ShardRemainder.SHORT)
                || node.inputs().stream().anyMatch(Compilation::hasShortRows);
    }

    /** Rank 0 has most, the last one fewest. */
    private boolean isEven(Node<?> node) {
        var most = node.compile(new Compilation(Set.of(), (_, _) -> 0));
        var fewest = node.compile(new Compilation(Set.of(), (_, world) -> world - 1));
        return most instanceof Indexed<?> one && fewest instanceof Indexed<?> other && one.size() == other.size();
    }

    public <S> S annotated(Node<?> node, String note, S stage) {
        notes.put(node, note);
        return stage;
    }

    public String tree(Node<?> root) {
        var text = new StringBuilder();
        append(text, root, "", "");
        return text.toString();
    }

    private void append(StringBuilder text, Node<?> node, String first, String rest) {
        String line = first + node.title();
        text.append("%-34s %s%n".formatted(line, notes.getOrDefault(node, "")).stripTrailing())
                .append('\n');
        for (var input : node.inputs()) {
            append(text, input, rest + "└ ", rest + "  ");
        }
    }
}
