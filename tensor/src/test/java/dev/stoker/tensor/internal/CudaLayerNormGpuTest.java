package dev.stoker.tensor.internal;

import static dev.stoker.tensor.TestTensors.assertClose;
import static dev.stoker.tensor.TestTensors.doubles;
import static dev.stoker.tensor.TestTensors.normal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
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
        return normal(seed, mean, 0.3, each.channels)
                .to(type, device)
                .requireGradient()
                .createGradient();
    }

    private static Tensor rows(long seed, double mean, Case each, DataType rounded, DataType type, Device device) {
        return normal(seed, mean, 1, each.rows, each.channels)
                .to(rounded, Device.CPU)
                .to(type, device);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theKernelsComputeWhatLibtorchDoes(Case each) {
        var expected = results(new AutogradLayerNorm(), each, true, Device.CPU);
        var actual = results(new CudaLayerNorm(GPU), each, false, GPU);
        assertClose("output", expected.get(0), actual.get(0), each.output());
        assertClose("gradient of the weight", expected.get(1), actual.get(1), DataType.FLOAT32);
        assertClose("gradient of the bias", expected.get(2), actual.get(2), DataType.FLOAT32);
        assertClose("gradient of x", expected.get(3), actual.get(3), each.input);
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
