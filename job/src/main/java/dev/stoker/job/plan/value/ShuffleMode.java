package dev.stoker.job.plan.value;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.ShuffleBlocks;
import dev.stoker.core.random.ShuffleWindow;
import dev.stoker.data.Dataset;
import java.util.regex.Pattern;

/** How training images are shuffled in each epoch: {@code full}, {@code none}, {@code window:N} or {@code blocks:N}. */
public sealed interface ShuffleMode {
    Pattern TEXT = Pattern.compile("(window|blocks):([1-9][0-9]{0,8})");

    /** Blocks that are shuffled with each other. */
    int BLOCKS_PER_GROUP = 64;

    /** A uniform shuffle. */
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

    /** A shuffle of blocks of neighboring images, for disks where random reads are slow. */
    record Blocks(int images) implements ShuffleMode {
        @Override
        public String toString() {
            return "blocks:" + images;
        }
    }

    static ShuffleMode parse(String text) {
        if (text.equals("full")) {
            return new Full();
        }
        if (text.equals("none")) {
            return new None();
        }
        var numbered = TEXT.matcher(text);
        if (!numbered.matches()) {
            throw new IllegalArgumentException("full, none, window:N or blocks:N");
        }
        int images = Integer.parseInt(numbered.group(2));
        return numbered.group(1).equals("window") ? new Window(images) : new Blocks(images);
    }

    /** The dataset in this order. */
    default <T> Dataset<T> shuffle(Dataset<T> images, Seed seed) {
        return switch (this) {
            case Full _ -> images.shuffle(seed);
            case None _ -> images;
            case Window(int size) -> images.shuffle(seed, new ShuffleWindow(size));
            case Blocks(int size) -> images.shuffle(seed, new ShuffleBlocks(size, BLOCKS_PER_GROUP));
        };
    }
}
