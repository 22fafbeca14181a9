package dev.stoker.core.random;

/**
 * The blocks of a block shuffle, for storage with expensive random reads: {@code block} consecutive elements stay together,
 * and {@code group} blocks are shuffled with each other. Larger blocks read faster, larger groups mix better.
 */
public record ShuffleBlocks(int block, int group) {
    public ShuffleBlocks {
        if (block < 1 || group < 1) {
            throw new IllegalArgumentException(
                    "a block holds at least 1 element and a group at least 1 block, got %d and %d"
                            .formatted(block, group));
        }
    }

    /** Elements of a full group. */
    public long groupSize() {
        return (long) block * group;
    }
}
