package dev.stoker.core.random;

import java.util.concurrent.atomic.AtomicReferenceArray;

/**
 * A keyed permutation of {@code 0..size-1} that reads few blocks at a time: blocks of consecutive elements are permuted, and
 * the elements of each group of blocks are shuffled. Any position can be computed on its own, in memory that does not grow
 * with the size. Safe for any number of threads.
 */
public final class BlockPermutation {
    /** Cached permutations of groups: concurrent readers are seldom more than one or two groups apart. */
    private static final int CACHED_GROUPS = 8;

    private record Group(long number, Permutation within) {}

    private final long size;
    private final ShuffleBlocks blocks;
    private final Seed withinGroups;

    /** The order of the full blocks; empty where there is only the short one. */
    private final long fullBlocks;

    private final Permutation order;

    /** The short last block has a position of its own; the blocks after it start earlier by its missing elements. */
    private final long shortPosition;

    private final long missing;
    private final AtomicReferenceArray<Group> cachedGroups = new AtomicReferenceArray<>(CACHED_GROUPS);

    public BlockPermutation(long size, ShuffleBlocks blocks, Seed seed) {
        if (size < 1) {
            throw new IllegalArgumentException("size must be at least 1, got " + size);
        }
        this.size = size;
        this.blocks = blocks;
        withinGroups = seed.forPurpose("within groups");
        fullBlocks = size / blocks.block();
        order = new Permutation(Math.max(1, fullBlocks), seed.forPurpose("blocks"));
        long rest = size % blocks.block();
        missing = rest == 0 ? 0 : blocks.block() - rest;
        shortPosition = rest == 0 ? Long.MAX_VALUE : randomPosition(fullBlocks + 1, seed.forPurpose("short block"));
    }

    private static long randomPosition(long positions, Seed seed) {
        return Math.unsignedMultiplyHigh(new SeededRandom(seed).nextLong(), positions);
    }

    public long size() {
        return size;
    }

    /** The element at {@code position}. */
    public long at(long position) {
        if (position < 0 || position >= size) {
            throw new IndexOutOfBoundsException("position " + position + " is outside 0.." + (size - 1));
        }
        long number = groupOf(position);
        long first = start(number);
        return element(first + within(number, first).at(position - first));
    }

    /** Groups up to the one with the short block start where they would without it. */
    private long groupOf(long position) {
        long groupSize = blocks.groupSize();
        long number = position / groupSize;
        return shortPosition == Long.MAX_VALUE || number < shortPosition / blocks.group()
                ? number
                : Math.max(shortPosition / blocks.group(), (position + missing) / groupSize);
    }

    private long start(long group) {
        long start = group * blocks.groupSize();
        return group > shortPosition / blocks.group() ? start - missing : start;
    }

    private Permutation within(long number, long first) {
        int slot = (int) (number % CACHED_GROUPS);
        var known = cachedGroups.get(slot);
        if (known == null || known.number != number) {
            long length = Math.min(size, start(number + 1)) - first;
            known = new Group(number, new Permutation(length, withinGroups.derive(number)));
            cachedGroups.set(slot, known);
        }
        return known.within;
    }

    /** The element at a position of the concatenated blocks. */
    private long element(long position) {
        long shortStart = shortPosition == Long.MAX_VALUE ? Long.MAX_VALUE : shortPosition * blocks.block();
        boolean afterShort = position >= shortStart && position - shortStart >= blocks.block() - missing;
        long padded = afterShort ? position + missing : position;
        return block(padded / blocks.block()) * blocks.block() + padded % blocks.block();
    }

    private long block(long position) {
        if (position == shortPosition) {
            return fullBlocks;
        }
        return order.at(position > shortPosition ? position - 1 : position);
    }
}
