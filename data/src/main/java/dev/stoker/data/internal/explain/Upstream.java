package dev.stoker.data.internal.explain;

import dev.stoker.data.internal.explain.StepNotes.Note;
import dev.stoker.data.internal.node.BalancedNode;
import dev.stoker.data.internal.node.CacheNode;
import dev.stoker.data.internal.node.MapBatchNode;
import dev.stoker.data.internal.node.MapNode;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.node.OrderedNode;
import dev.stoker.data.internal.node.PrefetchNode;
import dev.stoker.data.internal.node.RepeatNode;
import dev.stoker.data.internal.node.RepeatedElementsNode;
import dev.stoker.data.internal.node.ShuffleNode;
import dev.stoker.data.internal.node.WindowShuffleNode;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** The steps before a node, nearest first. The batches within a {@code mapBatch} do not count as batches. */
record Upstream(List<Node<?>> nodes, StepNotes notes) {

    static Upstream of(Node<?> node, StepNotes notes) {
        return new Upstream(node.inputs().stream().flatMap(Upstream::withInputs).toList(), notes);
    }

    private static Stream<Node<?>> withInputs(Node<?> node) {
        var inputs = node instanceof MapBatchNode<?, ?> map ? map.input().inputs() : node.inputs();
        return Stream.concat(Stream.of(node), inputs.stream().flatMap(Upstream::withInputs));
    }

    boolean has(Class<?> step) {
        return nodes.stream().anyMatch(step::isInstance);
    }

    boolean isShuffled() {
        return has(ShuffleNode.class) || has(WindowShuffleNode.class) || has(BalancedNode.class);
    }

    boolean isRandom() {
        return randomMaps().findAny().isPresent();
    }

    Stream<MapNode<?, ?>> randomMaps() {
        return nodes.stream().<MapNode<?, ?>>mapMulti((node, maps) -> {
            if (node instanceof MapNode<?, ?> map && map.seed().isPresent()) {
                maps.accept(map);
            }
        });
    }

    /** Repeats of more than one epoch. */
    Stream<RepeatNode<?>> repeats() {
        return nodes.stream().<RepeatNode<?>>mapMulti((node, repeats) -> {
            if (node instanceof RepeatNode<?> repeat && repeat.times() > 1) {
                repeats.accept(repeat);
            }
        });
    }

    boolean isRepeated() {
        return repeats().findAny().isPresent();
    }

    /** Whether groups of so many elements may begin in one epoch and end in another. */
    @SuppressWarnings("ReferenceEquality") // equal nodes may be at several places of a chain
    boolean spansEpochs(int batch) {
        return repeats().anyMatch(repeat -> {
            var epoch = notes.of(repeat.input()).elements();
            boolean isWhole = nodes.stream().takeWhile(node -> node != repeat).allMatch(Upstream::keepsElements);
            return !isWhole || epoch.isEmpty() || epoch.getAsLong() % batch != 0;
        });
    }

    /** Whether a step has one element for each element of the step before it. */
    private static boolean keepsElements(Node<?> node) {
        return node instanceof MapNode<?, ?>
                || node instanceof MapBatchNode<?, ?>
                || node instanceof CacheNode<?>
                || node instanceof ShuffleNode<?>
                || node instanceof BalancedNode<?>
                || node instanceof RepeatedElementsNode<?>
                || node instanceof WindowShuffleNode<?>
                || node instanceof OrderedNode<?>
                || node instanceof PrefetchNode<?>;
    }

    /** The number of elements of the nearest step, if it is known and finite. */
    OptionalLong elements() {
        return nodes.stream().findFirst().map(notes::of).map(Note::elements).orElse(OptionalLong.empty());
    }
}
