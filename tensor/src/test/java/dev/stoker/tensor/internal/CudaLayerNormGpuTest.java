package dev.stoker.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels against libtorch's operator in float64, on the same rounded inputs. */
@Tag("gpu")
class CudaLayerNormGpuTest {
    private static final Device.Cuda GPU = new Device.Cuda(0);

    /** Rows of the cases in which x has no other gradient. */
    private static final int MANY = 5_000;

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    /** {@code autocast} is the type of the output, where it is another than that of the input. */
    record Case(DataType input, DataType autocast, int rows, int channels) {
        DataType output() {
            return autocast == DataType.FLOAT32 ? input : autocast;
        }
    }

    private static Stream<Case> cases() {
        var cases = new ArrayList<Case>();
        for (int channels : new int[] {8, 24, 96, 128, 192, 384, 768, 1000, 1024}) {
            for (int rows : new int[] {1, 77, MANY}) {
                for (var type : List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.FLOAT16)) {
                    cases.add(new Case(type, DataType.FLOAT32, rows, channels));
                }
                cases.add(new Case(DataType.FLOAT32, DataType.BFLOAT16, rows, channels));
            }
        }
        return cases.stream();
    }

    /** Output, and gradients of weight, bias and x. */
    private static List<double[]> results(LayerNormKernel kernel, Case each, boolean reference, Device device) {
        try (var _ = TensorScope.open("norm");
                var _ = Autocast.open(device, reference ? DataType.FLOAT32 : each.autocast)) {
            var exact = reference ? DataType.FLOAT64 : DataType.FLOAT32;
            var weight = parameter(1, 1, each, exact, device);
            var bias = parameter(2, 0, each, exact, device);
            // A mean that is large compared to the deviation, where naive sums of squares lose precision.
            var x = rows(5, 3, each, each.input, reference ? exact : each.input, device);
            assertThat(kernel.supports(x, weight)).isTrue();
            var applied = kernel.apply(x, weight, bias, 1e-6);
            assertThat(applied.output().type()).isEqualTo(reference ? exact : each.output());
            var output = doubles(applied.output());
            var dy = rows(7, 0, each, each.output(), reference ? exact : each.output(), device);
            var other = rows(9, 0, each, each.input, reference ? exact : each.input, device);
            var dx = doubles(applied.backward(dy, each.rows == MANY ? Optional.empty() : Optional.of(other)));
            return List.of(output, doubles(weight.gradient()), doubles(bias.gradient()), dx);
        }
    }

    private static Tensor parameter(long seed, double mean, Case each, DataType type, Device device) {
        return values(seed, mean, 0.3, each.channels)
                .to(type, device)
                .requireGradient()
                .createGradient();
    }

    private static Tensor rows(long seed, double mean, Case each, DataType rounded, DataType type, Device device) {
        return values(seed, mean, 1, each.rows, each.channels)
                .to(rounded, Device.CPU)
                .to(type, device);
    }

    private static Tensor values(long seed, double mean, double deviation, long... sizes) {
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

    private static double[] doubles(Tensor tensor) {
        return tensor.detach().to(DataType.FLOAT64, Device.CPU).toHost().toArray(ValueLayout.JAVA_DOUBLE);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theKernelsComputeWhatLibtorchDoes(Case each) {
        var expected = results(new AutogradLayerNorm(), each, true, Device.CPU);
        var actual = results(new CudaLayerNorm(GPU), each, false, GPU);
        agree("output", expected.get(0), actual.get(0), rounding(each.output()));
        agree("gradient of the weight", expected.get(1), actual.get(1), rounding(DataType.FLOAT32));
        agree("gradient of the bias", expected.get(2), actual.get(2), rounding(DataType.FLOAT32));
        agree("gradient of x", expected.get(3), actual.get(3), rounding(each.input));
    }

    private static double rounding(DataType type) {
        return switch (type) {
            case BFLOAT16 -> 1.0 / 256;
            case FLOAT16 -> 1.0 / 2048;
            default -> 5e-5;
        };
    }

    /** Up to the rounding of each value, and of sums as large as the largest. */
    private static void agree(String what, double[] expected, double[] actual, double rounding) {
        assertThat(actual).hasSameSizeAs(expected);
        double largest = 0;
        for (double value : expected) {
            largest = Math.max(largest, Math.abs(value));
        }
        double worst = 0;
        for (int i = 0; i < expected.length; i++) {
            double allowed = rounding * Math.abs(expected[i]) + 5e-5 * largest;
            worst = Math.max(worst, Math.abs(actual[i] - expected[i]) / allowed);
        }
        assertThat(worst)
                .as("%s: the largest difference in parts of what is allowed", what)
                .isLessThanOrEqualTo(1);
    }

    /** The order of sums does not depend on which block comes first. */
    @ParameterizedTest
    @MethodSource("cases")
    void theSameInputGivesTheSameBits(Case each) {
        var first = results(new CudaLayerNorm(GPU), each, false, GPU);
        var second = results(new CudaLayerNorm(GPU), each, false, GPU);
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i)).isEqualTo(first.get(i));
        }
    }
}
