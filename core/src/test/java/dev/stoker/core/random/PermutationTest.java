package dev.stoker.core.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class PermutationTest {

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 15, 16, 17, 63, 64, 65, 1000, 4096, 4097, 99_991})
    void everyPositionGetsItsOwnElement(long size) {
        var permutation = new Permutation(size, new Seed(size));
        var seen = new BitSet();
        LongStream.range(0, size).map(permutation::at).forEach(element -> seen.set((int) element));
        assertThat(seen.cardinality()).isEqualTo((int) size);
        assertThat(seen.length()).isEqualTo((int) size);
    }

    @Test
    void theOrdersOfASeedArePinned() {
        assertThat(first(10, 10)).containsExactly(2L, 5L, 9L, 6L, 4L, 0L, 8L, 7L, 3L, 1L);
        assertThat(first(60_000, 6)).containsExactly(11549L, 4013L, 20973L, 13172L, 15725L, 41450L);
    }

    private static List<Long> first(long size, int count) {
        var permutation = new Permutation(size, new Seed(7).forEpoch(3));
        return LongStream.range(0, count).map(permutation::at).boxed().toList();
    }

    /** Chi-square with 23 degrees of freedom: 60 is passed by chance once in 30,000 seeds. */
    @Test
    void everyOrderOfFourIsEquallyLikely() {
        var counts = new HashMap<List<Long>, Integer>();
        for (int round = 0; round < 24_000; round++) {
            var permutation = new Permutation(4, new Seed(1).forEpoch(round));
            counts.merge(LongStream.range(0, 4).map(permutation::at).boxed().toList(), 1, Integer::sum);
        }
        assertThat(counts).hasSize(24);
        assertThat(chiSquare(counts.values(), 1000)).isLessThan(60);
    }

    /** The element at position 0 over many seeds, in 50 bins: 49 degrees of freedom, 100 once in 30,000 seeds. */
    @Test
    void everyElementIsEquallyLikelyAtAPositionOfALargePermutation() {
        var bins = new HashMap<Long, Integer>();
        for (int round = 0; round < 50_000; round++) {
            bins.merge(new Permutation(5_000, new Seed(2).forEpoch(round)).at(0) / 100, 1, Integer::sum);
        }
        assertThat(chiSquare(bins.values(), 1000)).isLessThan(100);
    }

    /** A shuffle that keeps neighbors together would bias every batch. */
    @Test
    void neighborsEndUpFarApart() {
        int size = 100_000;
        var permutation = new Permutation(size, new Seed(5));
        double meanDistance = LongStream.range(1, size)
                .map(i -> Math.abs(permutation.at(i) - permutation.at(i - 1)))
                .average()
                .orElseThrow();
        assertThat(meanDistance / size).isCloseTo(1 / 3.0, within(0.005));
    }

    private static double chiSquare(Collection<Integer> counts, double expected) {
        return counts.stream()
                .mapToDouble(count -> (count - expected) * (count - expected) / expected)
                .sum();
    }

    @Test
    void aPositionOutsideIsRefused() {
        assertThatThrownBy(() -> new Permutation(5, new Seed(1)).at(5))
                .isInstanceOf(IndexOutOfBoundsException.class)
                .hasMessageContaining("outside 0..4");
    }

    @Test
    void anEmptyPermutationIsRefused() {
        assertThatThrownBy(() -> new Permutation(0, new Seed(1))).hasMessageContaining("at least 1, got 0");
    }
}
