package dev.stoker.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.TestTensors;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels against libtorch's operators in float64, on the same rounded inputs. */
@Tag("gpu")
class CudaGateGpuTest {
    private static final Device.Cuda GPU = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    record Case(DataType type, int images, int channels, int side) {}

    private static Stream<Case> cases() {
        var cases = new ArrayList<Case>();
        for (var type : List.of(DataType.FLOAT32, DataType.BFLOAT16, DataType.FLOAT16)) {
            for (int channels : new int[] {8, 48, 120, 336, 1152}) {
                cases.add(new Case(type, 3, channels, 7));
                cases.add(new Case(type, 2, channels, 1));
            }
            cases.add(new Case(type, 5, 32, 57));
        }
        return cases.stream();
    }

    /** Means, product, and the gradients of gate and input. */
    private static List<double[]> results(GateKernel kernel, Case each, DataType type, Device device) {
        try (var _ = TensorScope.open("gate")) {
            var x = map(1, each, each.side, type, device);
            var gate = map(2, each, 1, type, device);
            var gradient = map(3, each, each.side, type, device);
            var ofMeans = map(4, each, 1, type, device);
            assertThat(kernel.supports(x)).isTrue();
            return Stream.of(
                            kernel.means(x),
                            kernel.product(x, gate),
                            kernel.gateGradient(gradient, x),
                            kernel.inputGradient(gradient, gate, ofMeans))
                    .map(TestTensors::doubles)
                    .toList();
        }
    }

    private static Tensor map(long seed, Case each, int side, DataType type, Device device) {
        var random = new SeededRandom(new Seed(seed));
        var values = new float[each.images * each.channels * side * side];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (0.5 + random.nextGaussian());
        }
        return Tensor.of(values, Device.CPU, each.images, each.channels, side, side)
                .to(each.type, Device.CPU)
                .to(type, device)
                .channelsLast();
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theKernelsComputeWhatLibtorchDoes(Case each) {
        var expected = results(new AutogradGate(), each, DataType.FLOAT64, Device.CPU);
        var actual = results(new CudaGate(GPU), each, each.type, GPU);
        double rounding = switch (each.type) {
            case BFLOAT16 -> 1.0 / 256;
            case FLOAT16 -> 1.0 / 2048;
            default -> 1e-5;
        };
        for (int i = 0; i < expected.size(); i++) {
            assertThat(worst(expected.get(i), actual.get(i), rounding))
                    .as("result %d: the largest difference in parts of what is allowed", i)
                    .isLessThanOrEqualTo(1);
        }
    }

    /** Up to the rounding of each value, and of sums as large as the largest. */
    private static double worst(double[] expected, double[] actual, double rounding) {
        assertThat(actual).hasSameSizeAs(expected);
        double largest = 0;
        for (double value : expected) {
            largest = Math.max(largest, Math.abs(value));
        }
        double worst = 0;
        for (int i = 0; i < expected.length; i++) {
            double allowed = rounding * Math.abs(expected[i]) + 1e-5 * largest;
            worst = Math.max(worst, Math.abs(actual[i] - expected[i]) / allowed);
        }
        return worst;
    }
}
