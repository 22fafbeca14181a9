package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.lang.foreign.ValueLayout;

/** Random tensors, and how a kernel's results are compared with a reference in float64. */
public final class TestTensors {
    private TestTensors() {}

    /** Of float32, on the CPU. */
    public static Tensor normal(long seed, double mean, double deviation, long... sizes) {
        var random = new SeededRandom(new Seed(seed));
        int count = 1;
        for (long size : sizes) {
            count *= (int) size;
        }
        var values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) (mean + deviation * random.nextGaussian());
        }
        return Tensor.of(values, Device.CPU, sizes);
    }

    public static Tensor standardNormal(long seed, long... sizes) {
        return normal(seed, 0, 1, sizes);
    }

    public static double[] doubles(Tensor tensor) {
        return tensor.detach().to(DataType.FLOAT64, Device.CPU).toHost().toArray(ValueLayout.JAVA_DOUBLE);
    }

    /** Up to the rounding of each value to a type, and of sums as large as the largest. */
    public static void assertClose(String what, double[] expected, double[] actual, DataType type) {
        assertThat(actual).hasSameSizeAs(expected);
        double largest = 0;
        for (double value : expected) {
            largest = Math.max(largest, Math.abs(value));
        }
        double worst = 0;
        for (int i = 0; i < expected.length; i++) {
            double allowed = rounding(type) * Math.abs(expected[i]) + 5e-5 * largest;
            double difference = Math.abs(actual[i] - expected[i]) / allowed;
            worst = Double.isNaN(difference) ? Double.POSITIVE_INFINITY : Math.max(worst, difference);
        }
        assertThat(worst)
                .as("%s: the largest difference in parts of what is allowed", what)
                .isLessThanOrEqualTo(1);
    }

    private static double rounding(DataType type) {
        return switch (type) {
            case BFLOAT16 -> 1.0 / 256;
            case FLOAT16 -> 1.0 / 2048;
            default -> 5e-5;
        };
    }
}
