package dev.stoker.data.internal.explain;

import dev.stoker.data.LastBatch;
import dev.stoker.data.internal.node.BalancedNode;
import dev.stoker.data.internal.node.BatchNode;
import dev.stoker.data.internal.node.CacheNode;
import dev.stoker.data.internal.node.LoaderNode;
import dev.stoker.data.internal.node.MapNode;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.node.OrderedNode;
import dev.stoker.data.internal.node.RepeatNode;
import dev.stoker.data.internal.node.RepeatedElementsNode;
import dev.stoker.data.internal.node.ShardNode;
import dev.stoker.data.internal.node.ShuffleNode;
import dev.stoker.data.internal.node.ShuffleOrder;
import dev.stoker.data.internal.node.SkipCorruptNode;
import dev.stoker.data.internal.node.SkipNode;
import dev.stoker.data.internal.node.TakeNode;
import dev.stoker.data.internal.node.WindowShuffleNode;

/** Says what a step does at its place in the chain: the same step means something else after another one. */
final class StepMeaning {
    private StepMeaning() {}

    static String of(Node<?> node, Upstream before) {
        return switch (node) {
            case ShuffleNode<?> shuffle
            when shuffle.order() instanceof ShuffleOrder.Window(var window) -> window(window.elements());
            case ShuffleNode<?> _ -> shuffle(before);
            case BalancedNode<?> _ -> "every class comes equally often, in another order every epoch";
            case RepeatedElementsNode<?> repeated ->
                "each element comes %d times in a row, and others in every epoch".formatted(repeated.times());
            case WindowShuffleNode<?> window -> window(window.window());
            case RepeatNode<?> _ -> repeat(before);
            case BatchNode<?> batch -> batch(batch.count(), batch.last(), before);
            case LoaderNode<?> loader -> loader(loader, before);
            case CacheNode<?> _ -> cache(before);
            case ShardNode<?> shard -> shard(shard);
            case TakeNode<?> take -> first("the first %d elements".formatted(take.count()), before);
            case SkipNode<?> skip -> first("all but the first %d elements".formatted(skip.count()), before);
            case MapNode<?, ?> map when map.seed().isPresent() -> "random numbers differ in every epoch";
            case SkipCorruptNode<?> skip -> "up to %d corrupt elements are skipped".formatted(skip.limit());
            case OrderedNode<?> ordered when !ordered.ordered() -> "the order differs from run to run";
            default -> "";
        };
    }

    private static String window(int elements) {
        return "each element is picked at random from the next %d".formatted(elements);
    }

    private static String loader(LoaderNode<?> loader, Upstream before) {
        String batches = batch(loader.batch(), loader.last(), before);
        String random = loader.seed().isEmpty() ? batches : "random transforms differ in every epoch; " + batches;
        return loader.ordered() ? random : random + "; batches differ from run to run";
    }

    private static String shuffle(Upstream before) {
        if (before.has(BatchNode.class)) {
            return "whole batches are shuffled, their elements stay together";
        }
        if (before.isRepeated()) {
            return "the elements of all epochs are shuffled together";
        }
        return before.has(ShardNode.class)
                ? "the elements of this rank are shuffled, in another order every epoch"
                : "all elements are shuffled, in another order every epoch";
    }

    private static String repeat(Upstream before) {
        if (before.has(BalancedNode.class)) {
            return "every epoch has every class equally often, in an order of its own";
        }
        return before.isShuffled()
                ? "every epoch has every element once, in an order of its own"
                : "every epoch has the same order";
    }

    private static String batch(int size, LastBatch last, Upstream before) {
        if (before.spansEpochs(size)) {
            return "batches may hold the end of one epoch and the beginning of the next";
        }
        return switch (last) {
            case SHORT -> "the last batch of an epoch may be smaller";
            case DROPPED -> "a last batch that is not full is dropped";
            case WRAPPED -> "a last batch that is not full is filled up from the beginning";
        };
    }

    private static String cache(Upstream before) {
        return before.isRandom()
                ? "every epoch gets the random values of the first one"
                : "later epochs read what the first one computed";
    }

    private static String shard(ShardNode<?> shard) {
        String share = "every %s element from number %d on".formatted(ordinal(shard.world()), shard.rank());
        return share
                + switch (shard.last()) {
                    case SHORT -> "; ranks may differ by one element";
                    case DROPPED -> "; elements that do not reach all ranks are dropped";
                    case WRAPPED -> "; ranks that would have fewer get elements from the beginning";
                };
    }

    private static String ordinal(int number) {
        return switch (number) {
            case 1 -> "single";
            case 2 -> "second";
            case 3 -> "third";
            default -> number + "th";
        };
    }

    private static String first(String which, Upstream before) {
        return before.isShuffled()
                ? which + " of the shuffled order: others in every epoch"
                : which + ", the same in every epoch";
    }
}
