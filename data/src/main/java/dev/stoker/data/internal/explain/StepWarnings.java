package dev.stoker.data.internal.explain;

import dev.stoker.core.random.Seed;
import dev.stoker.data.ShardRemainder;
import dev.stoker.data.explain.PipelineWarning;
import dev.stoker.data.explain.PipelineWarning.Kind;
import dev.stoker.data.internal.node.BalancedNode;
import dev.stoker.data.internal.node.BatchNode;
import dev.stoker.data.internal.node.CacheNode;
import dev.stoker.data.internal.node.LoaderNode;
import dev.stoker.data.internal.node.MapNode;
import dev.stoker.data.internal.node.Node;
import dev.stoker.data.internal.node.ShardNode;
import dev.stoker.data.internal.node.ShuffleNode;
import dev.stoker.data.internal.node.ShuffleOrder;
import dev.stoker.data.internal.node.WindowShuffleNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Finds steps whose place in the chain is rarely intended. */
final class StepWarnings {
    private final Node<?> node;
    private final Upstream before;
    private final List<PipelineWarning> warnings = new ArrayList<>();

    private StepWarnings(Node<?> node, Upstream before) {
        this.node = node;
        this.before = before;
    }

    static List<PipelineWarning> of(Node<?> node, Upstream before) {
        var found = new StepWarnings(node, before);
        found.find();
        return found.warnings;
    }

    private void find() {
        switch (node) {
            case CacheNode<?> _ -> cache();
            case ShuffleNode<?> shuffle -> {
                shuffle();
                if (shuffle.order() instanceof ShuffleOrder.Window(var window)) {
                    window(window.elements());
                }
            }
            case BalancedNode<?> _ -> shuffle();
            case WindowShuffleNode<?> window -> {
                shuffle();
                window(window.window());
            }
            case BatchNode<?> batch -> batch(batch.count());
            case LoaderNode<?> loader -> {
                batch(loader.batch());
                random(loader.seed());
            }
            case ShardNode<?> shard -> shard(shard);
            case MapNode<?, ?> map -> random(map.seed());
            default -> {}
        }
    }

    private void cache() {
        if (before.isRandom()) {
            warn(
                    Kind.CACHE_AFTER_RANDOM,
                    "'%s' comes after 'randomMap': every epoch repeats the random values of the first one;"
                            + " cache before randomMap");
        }
        if (before.isShuffled()) {
            warn(
                    Kind.CACHE_AFTER_SHUFFLE,
                    "'%s' comes after shuffle: every epoch has the order of the first one; cache before shuffle");
        }
    }

    private void shuffle() {
        if (before.has(BatchNode.class)) {
            warn(
                    Kind.SHUFFLE_AFTER_BATCH,
                    "'%s' comes after batch: whole batches are shuffled, and the same elements stay together;"
                            + " shuffle before batch");
        }
        if (before.isRepeated()) {
            warn(
                    Kind.REPEAT_BEFORE_SHUFFLE,
                    "'%s' comes after repeat: epochs blend, and an element may come twice before another comes once;"
                            + " shuffle before repeat");
        }
        if (before.has(ShardNode.class)) {
            warn(
                    Kind.SHUFFLE_AFTER_SHARD,
                    "'%s' comes after shard: each rank sees the same elements in every epoch; shuffle before shard");
        }
    }

    private void window(int window) {
        before.elements().ifPresent(elements -> {
            if (window < elements) {
                warn(
                        Kind.SMALL_SHUFFLE_WINDOW,
                        "'%s' holds fewer than the " + elements
                                + " elements, so they stay near their place; shuffle(seed) shuffles all of them"
                                + " without a buffer");
            }
        });
    }

    private void batch(int size) {
        if (before.spansEpochs(size)) {
            warn(
                    Kind.BATCH_SPANS_EPOCHS,
                    "'%s' comes after repeat: a batch may hold the end of one epoch and the beginning of the next;"
                            + " batch before repeat to keep epochs apart");
        }
    }

    private void shard(ShardNode<?> shard) {
        before.elements().ifPresent(elements -> {
            if (shard.last() == ShardRemainder.SHORT && elements % shard.world() != 0) {
                warn(
                        Kind.UNEVEN_SHARDS,
                        "'%s' gives some ranks one element more, so that they may have one batch more and wait for the"
                                + " others; use ShardRemainder.DROPPED or WRAPPED");
            }
        });
    }

    private void random(Optional<Seed> seed) {
        if (seed.isPresent()
                && before.randomMaps().anyMatch(other -> other.seed().equals(seed))) {
            warn(
                    Kind.SHARED_SEED,
                    "'%s' has the seed of another randomMap before it, so both get the same random numbers;"
                            + " use seeds of their own (Seed.forPurpose)");
        }
    }

    private void warn(Kind kind, String message) {
        warnings.add(new PipelineWarning(kind, message.formatted(node.title())));
    }
}
