package dev.stoker.core.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

class BlockPermutationTest {

    private static BlockPermutation permutation(long size, int block, int group, long seed) {
        return new BlockPermutation(size, new ShuffleBlocks(block, group), new Seed(seed));
    }

    private static long[] order(BlockPermutation permutation) {
        return LongStream.range(0, permutation.size()).map(permutation::at).toArray();
    }

    private static void assertIsPermutation(BlockPermutation permutation, String where) {
        var seen = new BitSet();
        for (long element : order(permutation)) {
            seen.set((int) element);
        }
        assertThat(seen.cardinality()).as(where).isEqualTo((int) permutation.size());
        assertThat(seen.length()).as(where).isEqualTo((int) permutation.size());
    }

    @Test
    void everyPositionGetsItsOwnElementForAllSmallShapes() {
        for (int size = 1; size <= 24; size++) {
            for (int block = 1; block <= 9; block++) {
                for (int group = 1; group <= 6; group++) {
                    for (int seed = 0; seed < 6; seed++) {
                        assertIsPermutation(
                                permutation(size, block, group, seed),
                                "size %d block %d group %d seed %d".formatted(size, block, group, seed));
                    }
                }
            }
        }
    }

    @Test
    void everyPositionGetsItsOwnElementForSomeLargeShapes() {
        var random = new Random(4);
        for (int round = 0; round < 60; round++) {
            int size = 1 + random.nextInt(60_000);
            int block = 1 + random.nextInt(1 << random.nextInt(13));
            int group = 1 + random.nextInt(40);
            assertIsPermutation(
                    permutation(size, block, group, round), "size %d block %d group %d".formatted(size, block, group));
        }
    }

    @Test
    void theOrdersOfASeedArePinned() {
        var small = new BlockPermutation(11, new ShuffleBlocks(3, 2), new Seed(7).forEpoch(3));
        assertThat(order(small)).containsExactly(8L, 9L, 7L, 6L, 10L, 2L, 4L, 5L, 3L, 1L, 0L);
        var large = new BlockPermutation(60_000, new ShuffleBlocks(64, 16), new Seed(7).forEpoch(3));
        assertThat(LongStream.of(0, 1, 2, 1024, 30_000, 59_999).map(large::at).toArray())
                .containsExactly(14065L, 24358L, 28256L, 5707L, 45914L, 22910L);
    }

    @Test
    void positionsCanBeComputedInAnyOrder() {
        var permutation = permutation(5_003, 16, 4, 1);
        long[] forwards = order(permutation);
        var random = new Random(1);
        for (int i = 0; i < 20_000; i++) {
            int position = random.nextInt(5_003);
            assertThat(permutation.at(position)).isEqualTo(forwards[position]);
        }
    }

    /** A window of one group's length spans two groups at most. */
    @Test
    void aWindowOfAGroupReadsFewBlocks() {
        int block = 32;
        int group = 8;
        long[] order = order(permutation(10_007, block, group, 3));
        for (int start = 0; start + block * group <= order.length; start += 13) {
            var touched = new HashSet<Long>();
            for (int i = start; i < start + block * group; i++) {
                touched.add(order[i] / block);
            }
            assertThat(touched).hasSizeBetween(group, 2 * group + 1);
        }
    }

    /** Of two neighbors in a group of g full blocks, a share of 1/g or so still comes from one block. */
    @Test
    void neighborsAreSeparated() {
        int block = 50;
        int group = 20;
        long[] order = order(permutation(200_000, block, group, 8));
        long sameBlock = 0;
        long adjacent = 0;
        for (int i = 1; i < order.length; i++) {
            sameBlock += order[i] / block == order[i - 1] / block ? 1 : 0;
            adjacent += order[i] == order[i - 1] + 1 ? 1 : 0;
        }
        assertThat(sameBlock / 200_000.0).isCloseTo(49 / 999.0, within(0.003));
        assertThat(adjacent / 200_000.0).isLessThan(0.003);
    }

    /** The positions of the first and the last of 12 elements over 12,000 seeds: 150 is more than four standard deviations. */
    @Test
    void anElementIsEquallyLikelyAtEveryPosition() {
        for (long element : List.of(0L, 11L)) {
            var counts = new HashMap<Integer, Integer>();
            for (int round = 0; round < 12_000; round++) {
                long[] order = order(new BlockPermutation(12, new ShuffleBlocks(3, 2), new Seed(1).forEpoch(round)));
                counts.merge(LongStream.of(order).boxed().toList().indexOf(element), 1, Integer::sum);
            }
            assertThat(counts).hasSize(12);
            assertThat(counts.values()).allMatch(count -> Math.abs(count - 1000) < 150);
        }
    }

    @Test
    void sizesBeyondAnIntAreComputed() {
        var permutation = permutation(5_000_000_000_123L, 1000, 64, 2);
        var seen = new HashSet<Long>();
        for (long position = 4_999_999_999_000L; position < 5_000_000_000_123L; position++) {
            assertThat(seen.add(permutation.at(position))).isTrue();
        }
    }

    @Test
    void misuseIsRefused() {
        assertThatThrownBy(() -> new ShuffleBlocks(0, 3)).hasMessageContaining("got 0 and 3");
        assertThatThrownBy(() -> permutation(0, 3, 3, 1)).hasMessageContaining("at least 1, got 0");
        assertThatThrownBy(() -> permutation(5, 3, 3, 1).at(5)).hasMessageContaining("outside 0..4");
    }
}
