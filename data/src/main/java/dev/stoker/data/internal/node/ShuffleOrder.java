package dev.stoker.data.internal.node;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.BlockPermutation;
import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.ShuffleBlocks;
import dev.stoker.core.random.ShuffleWindow;
import dev.stoker.core.random.WindowPermutation;
import java.util.function.LongUnaryOperator;

/** The permutation of a shuffle by index. */
public sealed interface ShuffleOrder {
    record Full() implements ShuffleOrder {}

    record Blocks(ShuffleBlocks blocks) implements ShuffleOrder {}

    record Window(ShuffleWindow window) implements ShuffleOrder {}

    /** The order of so many elements in one epoch. */
    default LongUnaryOperator permutation(long size, Seed ofEpoch) {
        return switch (this) {
            case Full _ -> new Permutation(size, ofEpoch)::at;
            case Blocks(var blocks) -> new BlockPermutation(size, blocks, ofEpoch)::at;
            case Window(var window) -> new WindowPermutation(number(size), window.elements(), ofEpoch)::at;
        };
    }

    private static int number(long size) {
        if (size > Integer.MAX_VALUE - 8) {
            throw new StokerException(
                    "a window shuffle by index holds at most %d elements, not %d; shuffle blocks instead"
                            .formatted(Integer.MAX_VALUE - 8, size));
        }
        return (int) size;
    }

    default String title() {
        return switch (this) {
            case Full _ -> "shuffle";
            case Blocks(var blocks) -> "shuffle blocks of " + blocks.block();
            case Window(var window) -> "shuffle window " + window.elements();
        };
    }

    /** How it runs. */
    default String note() {
        return switch (this) {
            case Full _ -> "a permutation of the index, without a buffer";
            case Blocks(var blocks) ->
                "a permutation of blocks, and of the elements of %d blocks at a time".formatted(blocks.group());
            case Window _ -> "a permutation of the index, computed for each epoch";
        };
    }
}
