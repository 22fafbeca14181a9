package dev.stoker.tensor;

import static dev.stoker.tensor.TestTensors.doubles;
import static dev.stoker.tensor.TestTensors.normal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.tensor.internal.norm.AutogradMaxPool;
import dev.stoker.tensor.internal.norm.BatchNormKernel;
import dev.stoker.tensor.internal.norm.CudaBatchNorm;
import dev.stoker.tensor.internal.norm.CudaMaxPool;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels against libtorch's operators in float64, on the same rounded inputs. */
@Tag("gpu")
class CudaBatchNormGpuTest {
    private static final Device.Cuda GPU = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    record Case(
            DataType type,
            ActivationFunction activation,
            boolean summand,
            int gradients,
            boolean inputBias,
            Optional<MaxPooling> pooling,
            long... sizes) {
        Case(DataType type, ActivationFunction activation, boolean summand, int gradients, long... sizes) {
            this(type, activation, summand, gradients, false, Optional.empty(), sizes);
        }

        long[] outputSizes() {
            return pooling.map(pool -> new long[] {sizes[0], sizes[1], pool.windows(sizes[2]), pool.windows(sizes[3])})
                    .orElse(sizes);
        }
    }

    private static Stream<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var type : List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.FLOAT16)) {
            for (var activation : ActivationFunction.values()) {
                for (boolean summand : new boolean[] {false, true}) {
                    if (!activation.isFusable()
                            || (summand
                                    && activation != ActivationFunction.RELU
                                    && activation != ActivationFunction.IDENTITY)) {
                        continue;
                    }
                    for (int gradients : new int[] {1, 2}) {
                        cases.add(new Case(type, activation, summand, gradients, 5, 24, 9, 7));
                        cases.add(new Case(type, activation, summand, gradients, 24, 64, 14, 14));
                        cases.add(new Case(type, activation, summand, gradients, 2, 2048, 7, 7));
                        cases.add(new Case(type, activation, summand, gradients, 3, 328, 2, 1));
                        cases.add(new Case(type, activation, summand, gradients, 2, 8, 2, 2));
                    }
                }
            }
        }
        for (var type : List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.FLOAT16)) {
            for (var activation : List.of(ActivationFunction.RELU, ActivationFunction.SILU)) {
                for (var pooling : List.of(
                        new MaxPooling(3, 2, 1, false),
                        new MaxPooling(3, 2, 0, true),
                        new MaxPooling(2, 2, 0, false),
                        new MaxPooling(3, 1, 1, false))) {
                    var pooled = Optional.of(pooling);
                    cases.add(new Case(type, activation, false, 1, true, pooled, 5, 24, 9, 7));
                    cases.add(new Case(type, activation, false, 2, false, pooled, 24, 64, 14, 14));
                    cases.add(new Case(type, activation, false, 1, false, pooled, 2, 2048, 7, 8));
                    cases.add(new Case(type, activation, false, 1, true, pooled, 3, 64, 112, 111));
                }
            }
            cases.add(new Case(type, ActivationFunction.RELU, true, 2, true, Optional.empty(), 5, 24, 9, 7));
            cases.add(new Case(type, ActivationFunction.RELU, false, 1, true, Optional.empty(), 5, 24, 9, 7));
        }
        return cases.stream();
    }

    /** All results, in this order: output, running mean and variance, gradients of weight, bias, x, summand. */
    private static List<double[]> results(BatchNormKernel engine, Case each, DataType type, Device device) {
        try (var _ = TensorScope.open("norm")) {
            long channels = each.sizes[1];
            var weightType = type == DataType.FLOAT64 ? type : DataType.FLOAT32;
            var weight = normal(1, 1, 0.3, channels)
                    .to(weightType, device)
                    .requireGradient()
                    .createGradient();
            var bias = normal(2, 0, 0.5, channels)
                    .to(weightType, device)
                    .requireGradient()
                    .createGradient();
            var mean = normal(3, 0, 1, channels).to(weightType, device);
            var variance = normal(4, 2, 0.1, channels).to(weightType, device);
            // A mean that is large compared to the deviation, where naive sums of squares lose precision.
            var x = image(each, 5, 3, 1, type, device);
            var summand = each.summand ? Optional.of(image(each, 6, 0, 1, type, device)) : Optional.<Tensor>empty();
            var inputBias = normal(9, 0, 0.5, channels).to(weightType, device);
            var norm = new BatchNorm(weight, bias, mean, variance, 0.1, 1e-5, each.activation)
                    .between(each.inputBias ? Optional.of(inputBias) : Optional.empty(), each.pooling);
            assertThat(engine.supports(x, summand, norm)).isTrue();
            var applied = engine.apply(x, summand, norm);
            var output = doubles(applied.output());
            var gradients = new ArrayList<Tensor>();
            for (int i = 0; i < each.gradients; i++) {
                gradients.add(image(each, each.outputSizes(), 7 + i, 0, 1, type, device));
            }
            var found = applied.backward(gradients);
            var results = new ArrayList<>(List.of(
                    output,
                    doubles(mean),
                    doubles(variance),
                    doubles(weight.gradient()),
                    doubles(bias.gradient()),
                    doubles(found.x())));
            found.summand().ifPresent(tensor -> results.add(doubles(tensor)));
            return results;
        }
    }

    /** Rounded to the type of the case, whatever it is computed in. */
    private static Tensor image(Case each, long seed, double mean, double deviation, DataType type, Device device) {
        return image(each, each.sizes, seed, mean, deviation, type, device);
    }

    private static Tensor image(
            Case each, long[] sizes, long seed, double mean, double deviation, DataType type, Device device) {
        return normal(seed, mean, deviation, sizes)
                .to(each.type, Device.CPU)
                .to(type, device)
                .channelsLast();
    }

    /** Norm by a kernel, and pooling by libtorch. */
    private record PooledAfterwards(BatchNormKernel kernel) implements BatchNormKernel {
        @Override
        public boolean supports(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
            return true;
        }

        @Override
        public Applied apply(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
            var applied = kernel.apply(x, summand, norm.between(norm.inputBias(), Optional.empty()));
            var activated = applied.output().detach().requireGradient();
            var pooled = norm.pooling().orElseThrow().of(activated);
            return new Applied() {
                @Override
                public Tensor output() {
                    return pooled.detach();
                }

                @Override
                public InputGradients backward(List<Tensor> gradients) {
                    pooled.backward(gradients.stream().reduce(Tensor::plus).orElseThrow());
                    return applied.backward(List.of(activated.gradient()));
                }
            };
        }
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theKernelsComputeWhatLibtorchDoes(Case each) {
        List<double[]> expected;
        List<double[]> actual;
        try (var _ = TensorScope.open("engine")) {
            var engine = new CudaBatchNorm(GPU);
            // Which of two is larger depends on how they are rounded.
            expected = each.pooling.isPresent()
                    ? results(new PooledAfterwards(engine), each, each.type, GPU)
                    : results(new AutogradBatchNorm(), each, DataType.FLOAT64, Device.CPU);
            actual = results(engine, each, each.type, GPU);
        }
        double rounding = switch (each.type) {
            case BFLOAT16 -> 1.0 / 128;
            case FLOAT16 -> 1.0 / 1024;
            default -> 2e-5;
        };
        assertThat(actual).hasSameSizeAs(expected);
        for (int i = 0; i < expected.size(); i++) {
            assertThat(differing(expected.get(i), actual.get(i), rounding))
                    .as("share of result %d that is off by more than rounding", i)
                    .isLessThan(2e-3);
        }
    }

    /**
     * The share of elements that differ by more than rounding allows: where a slope jumps, a few may. Gradients that add up are
     * rounded before they are summed, as autograd does it, so a small sum is as far off as a large one.
     */
    private static double differing(double[] expected, double[] actual, double rounding) {
        assertThat(actual).hasSameSizeAs(expected);
        double scale = 0;
        for (double value : expected) {
            scale += value * value;
        }
        scale = Math.sqrt(scale / expected.length);
        int differing = 0;
        for (int i = 0; i < expected.length; i++) {
            double allowed = rounding * (Math.abs(expected[i]) + 2 * scale);
            if (!(Math.abs(expected[i] - actual[i]) <= allowed)) {
                differing++;
            }
        }
        return (double) differing / expected.length;
    }

    @ParameterizedTest
    @MethodSource("cases")
    void poolingAloneIsThatOfLibtorch(Case each) {
        Assumptions.assumeTrue(each.pooling.isPresent());
        var pooling = each.pooling.orElseThrow();
        try (var _ = TensorScope.open("pooling")) {
            var x = image(each, 5, 0, 1, each.type, GPU);
            var gradient = image(each, each.outputSizes(), 7, 0, 1, each.type, GPU);
            var kernel = new CudaMaxPool(GPU);
            assertThat(kernel.supports(x, pooling)).isTrue();
            var expected = new AutogradMaxPool().apply(x, pooling);
            var actual = kernel.apply(x, pooling);
            assertThat(doubles(actual.output())).isEqualTo(doubles(expected.output()));
            // Where windows overlap, gradients may be added up in another order.
            assertThat(differing(doubles(expected.backward(gradient)), doubles(actual.backward(gradient)), 1.0 / 128))
                    .isZero();
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"FLOAT32", "BFLOAT16"})
    void theSameComesOutTwice(DataType type) {
        var each = new Case(type, ActivationFunction.RELU, true, 2, 24, 64, 14, 14);
        try (var _ = TensorScope.open("engine")) {
            var engine = new CudaBatchNorm(GPU);
            var first = results(engine, each, type, GPU);
            var second = results(engine, each, type, GPU);
            for (int i = 0; i < first.size(); i++) {
                assertThat(Arrays.equals(first.get(i), second.get(i))).isTrue();
            }
        }
    }

    @Test
    void unsupportedInputFallsBackToLibtorch() {
        try (var _ = TensorScope.open("engine")) {
            var engine = new CudaBatchNorm(GPU);
            var vector = Tensor.zeros(DataType.FLOAT32, GPU, 12);
            var norm = new BatchNorm(vector, vector, vector, vector, 0.1, 1e-5, ActivationFunction.GELU);
            var odd = Tensor.zeros(DataType.FLOAT32, GPU, 2, 12, 4, 4).channelsLast();
            var planes = Tensor.zeros(DataType.FLOAT32, GPU, 2, 16, 4, 4);
            var fine = planes.channelsLast();
            assertThat(engine.supports(odd, Optional.empty(), norm)).isFalse();
            assertThat(engine.supports(planes, Optional.empty(), norm)).isFalse();
            assertThat(engine.supports(fine, Optional.empty(), norm)).isTrue();
            assertThat(engine.supports(fine, Optional.of(fine), norm)).isFalse();
        }
    }
}
