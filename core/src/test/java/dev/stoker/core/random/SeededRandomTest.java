package dev.stoker.core.random;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeededRandomTest {

    @Test
    void restartingWithAKeyEqualsRestartingWithTheDerivedSeed() {
        var seed = new Seed(42);
        var one = new SeededRandom(seed);
        var other = new SeededRandom(seed.derive(17));
        one.restart(seed, 17);
        assertThat(one.nextLong()).isEqualTo(other.nextLong());
    }

    @Test
    void neighboringKeysShareNothing() {
        var seed = new Seed(1);
        long equalBits = 64L * 1000
                - IntStream.range(0, 1000)
                        .mapToLong(key -> Long.bitCount(
                                seed.derive(key).value() ^ seed.derive(key + 1).value()))
                        .sum();
        assertThat(equalBits / 64_000.0).isCloseTo(0.5, within(0.01));
    }

    @Test
    void boundedRandomNumbersAreUniform() {
        var random = new SeededRandom(new Seed(3));
        var counts = new int[5];
        IntStream.range(0, 50_000).forEach(_ -> counts[random.nextInt(5)]++);
        assertThat(IntStream.of(counts)).allMatch(count -> count > 9_700 && count < 10_300);
    }

    @Test
    void gaussianRandomNumbersHaveMeanZeroAndStandardDeviationOne() {
        var random = new SeededRandom(new Seed(4));
        double[] values =
                DoubleStream.generate(random::nextGaussian).limit(100_000).toArray();
        double mean = DoubleStream.of(values).average().orElseThrow();
        double variance = DoubleStream.of(values).map(x -> x * x).average().orElseThrow();
        assertThat(mean).isCloseTo(0, within(0.015));
        assertThat(variance).isCloseTo(1, within(0.02));
    }

    @Test
    void aSequenceCanBeGeneratedInParts() {
        var whole = new SeededRandom(new Seed(7));
        for (int i = 0; i < 1000; i++) {
            whole.nextLong();
        }
        var part = new SeededRandom(new Seed(7));
        part.skip(1000);
        assertThat(part.nextLong()).isEqualTo(whole.nextLong());
        var pairs = new SeededRandom(new Seed(7));
        pairs.skip(2);
        var gaussians = new SeededRandom(new Seed(7));
        gaussians.nextGaussian();
        assertThat(pairs.nextGaussian()).isEqualTo(gaussians.nextGaussian());
    }
}
