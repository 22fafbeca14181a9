package dev.stoker.data.near;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Permutation;
import dev.stoker.core.random.Seed;
import java.util.BitSet;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NearPartTest {
    private static final int RECORDS = 40_000;
    private static final Seed SEED = new Seed(7);

    private final ReadCounts counts = new ReadCounts(RECORDS);

    private static int cost(int record) {
        return 100 + record % 50;
    }

    private static long bytes(BitSet part) {
        return part.stream().mapToLong(NearPartTest::cost).sum();
    }

    private BitSet within(long budget) {
        return new NearPart(RECORDS, NearPartTest::cost, counts, _ -> false, SEED).within(budget);
    }

    @ParameterizedTest
    @ValueSource(longs = {0, 99, 100, 12_345, 1_000_000, 4_979_999})
    void thePartFillsItsLimitAndNeverExceedsIt(long budget) {
        assertThat(bytes(within(budget))).isLessThanOrEqualTo(budget).isGreaterThan(budget - 150);
    }

    @Test
    void aLimitAboveTheSetKeepsAllOfIt() {
        assertThat(within(Long.MAX_VALUE).cardinality()).isEqualTo(RECORDS);
    }

    @Test
    void thePartIsSpreadEvenlyOverTheOrderOfAnEpochAndOverTheSet() {
        var part =
                within(IntStream.range(0, RECORDS).mapToLong(NearPartTest::cost).sum() / 2);
        var order = new Permutation(RECORDS, SEED.forEpoch(3));
        for (int start = 0; start < RECORDS; start += 2_000) {
            var inOrder = IntStream.range(start, start + 2_000).filter(i -> part.get((int) order.at(i)));
            assertThat(inOrder.count() / 2_000.0).isBetween(0.45, 0.55);
            assertThat(part.get(start, start + 2_000).cardinality() / 2_000.0).isBetween(0.45, 0.55);
        }
    }

    @Test
    void whatIsReadMostOftenComesFirst() {
        IntStream.range(0, 4_000).forEach(record -> {
            counts.add(record);
            if (record < 1_000) {
                counts.add(record);
            }
        });
        var part = within(300_000);
        assertThat(part.get(0, 1_000).cardinality()).isEqualTo(1_000);
        assertThat(part.get(1_000, 4_000).cardinality()).isBetween(1_300, 1_600);
        assertThat(part.get(4_000, RECORDS).cardinality()).isZero();
        assertThat(bytes(part)).isLessThanOrEqualTo(300_000).isGreaterThan(300_000 - 150);
    }

    @Test
    void whatIsHeldAlreadyTakesNoPartOfTheRest() {
        var part = new NearPart(RECORDS, NearPartTest::cost, counts, record -> record % 2 == 0, SEED).within(500_000);
        assertThat(part.stream()).allMatch(record -> record % 2 == 1);
        assertThat(bytes(part)).isLessThanOrEqualTo(500_000).isGreaterThan(500_000 - 150);
    }

    @Test
    void theSamePartIsChosenEachTime() {
        assertThat(within(1_000_000)).isEqualTo(within(1_000_000));
        var half = within(500_000);
        half.andNot(within(1_000_000));
        assertThat(half.isEmpty()).as("a larger part holds the smaller one").isTrue();
    }
}
