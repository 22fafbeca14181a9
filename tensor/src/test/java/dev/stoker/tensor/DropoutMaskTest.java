package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class DropoutMaskTest {
    private static Tensor step(long step) {
        return Tensor.zeros(DataType.INT64, Device.CPU).addInPlace(step);
    }

    private static float[] mask(Seed seed, long step, double rate, int count) {
        try (var _ = TensorScope.open("mask")) {
            return DropoutMask.of(seed, step(step), rate, DataType.FLOAT32, count)
                    .toHost()
                    .toArray(ValueLayout.JAVA_FLOAT);
        }
    }

    @Test
    void theDeviceSamplesWhatPlainJavaSamples() {
        var seed = new Seed(-77);
        for (long step : new long[] {0, 1, 5}) {
            var steps = new SeededRandom(seed);
            long state = 0;
            for (long i = 0; i <= step; i++) {
                state = steps.nextLong();
            }
            var random = new SeededRandom(new Seed(state));
            for (float value : mask(seed, step, 0.3, 5000)) {
                assertThat(value).isEqualTo(random.nextDouble() < 0.3 ? 0 : (float) (1 / 0.7));
            }
        }
    }

    /** Four deviations of a binomial count. */
    @Test
    void asManyAreKeptAsTheRateSaysAndTheMeanStaysOne() {
        for (double rate : new double[] {0, 0.1, 0.5, 0.8}) {
            float[] mask = mask(new Seed(1), 3, rate, 100_000);
            double sum = 0;
            int kept = 0;
            for (float value : mask) {
                sum += value;
                kept += value == 0 ? 0 : 1;
            }
            double deviation = Math.sqrt(rate * (1 - rate) / mask.length);
            assertThat((double) kept / mask.length).isCloseTo(1 - rate, within(4 * deviation));
            assertThat(sum / mask.length).isCloseTo(1, within(4 * deviation / (1 - rate) + 1e-6));
        }
    }

    @Test
    void anotherStepOrSeedGivesAnotherMaskAndTheSameTheSame() {
        float[] mask = mask(new Seed(1), 3, 0.5, 1000);
        assertThat(mask(new Seed(1), 3, 0.5, 1000)).isEqualTo(mask);
        for (float[] other : new float[][] {mask(new Seed(1), 4, 0.5, 1000), mask(new Seed(2), 3, 0.5, 1000)}) {
            int equal = 0;
            for (int i = 0; i < mask.length; i++) {
                equal += mask[i] == other[i] ? 1 : 0;
            }
            assertThat(equal).isBetween(430, 570);
        }
    }

    @Test
    void nothingButTheMaskOutlivesTheCall() {
        try (var _ = TensorScope.open("test")) {
            var step = step(1);
            DropoutMask.of(new Seed(1), step, 0.5, DataType.FLOAT32, 2, 3);
            long before = org.bytedeco.javacpp.Pointer.totalCount();
            var mask = DropoutMask.of(new Seed(1), step, 0.5, DataType.FLOAT32, 2, 3);
            assertThat(org.bytedeco.javacpp.Pointer.totalCount() - before).isLessThanOrEqualTo(1);
            assertThat(mask.sizes()).containsExactly(2, 3);
        }
    }

    @Test
    void aRateThatLeavesNothingIsRefused() {
        assertThatThrownBy(() -> mask(new Seed(1), 0, 1, 3)).hasMessageContaining("got 1.0");
    }
}
