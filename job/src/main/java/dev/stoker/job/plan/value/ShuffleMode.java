package dev.stoker.job.plan.value;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.ShuffleBlocks;
import dev.stoker.core.random.ShuffleWindow;
import dev.stoker.data.Dataset;
import java.util.regex.Pattern;

/**
 * How training images are shuffled in each epoch: {@code full}, {@code none}, {@code window:N}, {@code blocks:SIZE} or
 * {@code blocks:SIZExGROUP}.
 */
public sealed interface ShuffleMode {
    Pattern WINDOW = Pattern.compile("window:([1-9][0-9]{0,8})");
    Pattern BLOCKS = Pattern.compile("blocks:([1-9][0-9]{0,8})(?:x([1-9][0-9]{0,8}))?");

    /** Blocks that are shuffled with each other where nothing else is said. */
    int BLOCKS_PER_GROUP = 64;

    /** A uniform shuffle; plans may also call it so. */
    record Full() implements ShuffleMode {
        @Override
        public String toString() {
            return "full";
        }
    }

    /** The order of the dataset. */
    record None() implements ShuffleMode {
        @Override
        public String toString() {
            return "none";
        }
    }

    /** A shuffle within a window of images. */
    record Window(int images) implements ShuffleMode {
        @Override
        public String toString() {
            return "window:" + images;
        }
    }

    /** A shuffle of blocks of neighboring images, and of the images of each group of blocks, where random reads are slow. */
    record Blocks(int images, int group) implements ShuffleMode {
        @Override
        public String toString() {
            return "blocks:" + images + (group == BLOCKS_PER_GROUP ? "" : "x" + group);
        }
    }

    static ShuffleMode parse(String text) {
        return switch (text) {
            case "full", "uniform" -> new Full();
            case "none" -> new None();
            default -> parseNumbers(text);
        };
    }

    private static ShuffleMode parseNumbers(String text) {
        var window = WINDOW.matcher(text);
        if (window.matches()) {
            return new Window(Integer.parseInt(window.group(1)));
        }
        var blocks = BLOCKS.matcher(text);
        if (blocks.matches()) {
            int group = blocks.group(2) == null ? BLOCKS_PER_GROUP : Integer.parseInt(blocks.group(2));
            return new Blocks(Integer.parseInt(blocks.group(1)), group);
        }
        throw new IllegalArgumentException("full, none, window:N, blocks:SIZE or blocks:SIZExGROUP");
    }

    /** The dataset in this order. */
    default <T> Dataset<T> shuffle(Dataset<T> images, Seed seed) {
        return switch (this) {
            case Full _ -> images.shuffle(seed);
            case None _ -> images;
            case Window(int size) -> images.shuffle(seed, new ShuffleWindow(size));
            case Blocks(int size, int group) -> images.shuffle(seed, new ShuffleBlocks(size, group));
        };
    }
}
