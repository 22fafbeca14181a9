package dev.stoker.bench.near;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class NearSimulationTest {
    private static NearSimulation.HitRate rate(List<NearSimulation.HitRate> rates, String policy) {
        return rates.stream()
                .filter(rate -> rate.policy().equals(policy))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aFixedPartHasTheHitsOfThePolicyThatKnowsTheFuture() {
        var rates = new NearSimulation(20_000, 0.5, 5, 1, new Seed(3)).run();
        assertThat(rate(rates, "fixed part").later()).isEqualTo(0.5);
        assertThat(rate(rates, "Belady").later()).isEqualTo(0.5, within(0.001));
        assertThat(rate(rates, "LRU").later()).isBetween(0.1, 0.2);
    }

    @Test
    void eachRankHasMoreHitsWithWhatItReadsMostOften() {
        var rates = new NearSimulation(20_000, 0.125, 90, 8, new Seed(3)).run();
        assertThat(rate(rates, "fixed part").later()).isEqualTo(0.125, within(0.01));
        assertThat(rate(rates, "fixed part, read most often").all()).isGreaterThan(0.165);
        assertThat(rate(rates, "Belady").all())
                .isGreaterThanOrEqualTo(
                        rate(rates, "fixed part, read most often").all());
    }

    @Test
    void beladyTakesNothingThatIsReadLaterThanWhatItHolds() {
        // 0 1 2 0 1 2 with room for 2: the first two stay, and 2 is never taken
        int[][] reads = {{0, 1, 2}, {0, 1, 2}};
        var belady = new BeladyCache(3, 2, reads);
        assertThat(List.of(reads).stream().flatMapToInt(IntStream::of).mapToObj(belady::read))
                .containsExactly(false, false, false, true, true, false);
    }

    @Test
    void leastRecentlyUsedHasNoHitInACycle() {
        var cache = new LruCache(3, 2);
        assertThat(IntStream.of(0, 1, 2, 0, 1, 2).filter(cache::read).count()).isZero();
        assertThat(cache.read(2)).isTrue();
    }
}
