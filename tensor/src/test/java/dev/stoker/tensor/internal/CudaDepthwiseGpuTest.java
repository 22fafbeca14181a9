package dev.stoker.tensor.internal;

import static dev.stoker.tensor.TestTensors.assertClose;
import static dev.stoker.tensor.TestTensors.doubles;
import static dev.stoker.tensor.TestTensors.standardNormal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Gradients;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The kernels against libtorch's operator in float64, on the same rounded inputs. */
@Tag("gpu")
class CudaDepthwiseGpuTest {
    private static final Device.Cuda GPU = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    /** {@code hidden} channels are between the pixels of x: it is a part of a wider tensor. */
    record Case(
            DataType type,
            int images,
            int channels,
            int height,
            int width,
            int kernelHeight,
            int kernelWidth,
            int stride,
            boolean bias,
            int hidden) {
        long[] strides() {
            return new long[] {stride, stride};
        }

        long[] paddings() {
            return new long[] {kernelHeight / 2, kernelWidth / 2};
        }

        long[] outputSizes() {
            long rows = (height + 2L * (kernelHeight / 2) - kernelHeight) / stride + 1;
            long columns = (width + 2L * (kernelWidth / 2) - kernelWidth) / stride + 1;
            return new long[] {images, channels, rows, columns};
        }
    }

    private static Stream<Case> cases() {
        var cases = new ArrayList<Case>();
        int[][] kernels = {{3, 3}, {5, 5}, {7, 7}, {1, 7}, {7, 1}, {2, 2}, {9, 9}, {11, 11}, {1, 1}};
        for (int i = 0; i < 2 * kernels.length; i++) { // each compiles a variant, so not all types for all kernels
            int height = kernels[i / 2][0];
            int width = kernels[i / 2][1];
            int stride = 1 + i % 2;
            cases.add(new Case(DataType.BFLOAT16, 5, 96, 15, 15, height, width, stride, true, 0));
            cases.add(
                    switch (i % 3) {
                        case 0 -> new Case(DataType.FLOAT32, 1, 24, 7, 7, height, width, stride, false, 8);
                        case 1 -> new Case(DataType.FLOAT16, 5, 8, 16, 113, height, width, stride, true, 0);
                        default -> new Case(DataType.BFLOAT16, 5, 40, 28, 33, height, width, stride, false, 24);
                    });
        }
        for (int stride = 1; stride <= 2; stride++) {
            cases.add(new Case(DataType.BFLOAT16, 5, 1152, 7, 7, 5, 5, stride, false, 0));
            cases.add(new Case(DataType.BFLOAT16, 5, 32, 113, 113, 3, 3, stride, false, 0));
            cases.add(new Case(DataType.FLOAT16, 1, 96, 56, 56, 7, 7, stride, true, 0));
        }
        return cases.stream();
    }

    /** Output, and gradients of the weight, the bias (where there is one) and x. */
    private static List<double[]> results(DepthwiseKernel kernel, Case each, boolean reference, Device device) {
        try (var _ = TensorScope.open("convolution")) {
            var exact = reference ? DataType.FLOAT64 : DataType.FLOAT32;
            var type = reference ? exact : each.type;
            var weight = parameter(1, exact, device, each.channels, 1, each.kernelHeight, each.kernelWidth);
            var bias = each.bias ? Optional.of(parameter(2, exact, device, each.channels)) : Optional.<Tensor>empty();
            var wide = images(3, each, type, device, each.channels + each.hidden, each.height, each.width);
            var x = each.hidden == 0 ? wide : wide.narrow(1, each.hidden, each.channels);
            assertThat(kernel.supports(x, weight, each.strides(), each.paddings()))
                    .isTrue();
            var applied = kernel.apply(x, weight, bias, each.strides(), each.paddings());
            assertThat(applied.output().type()).isEqualTo(type);
            assertThat(applied.output().sizes()).isEqualTo(each.outputSizes());
            var found = new ArrayList<>(List.of(doubles(applied.output())));
            long[] sizes = each.outputSizes();
            var dy = images(4, each, type, device, sizes[1], sizes[2], sizes[3]);
            var dx = applied.backward(dy, true).orElseThrow();
            found.add(doubles(weight.gradient()));
            bias.ifPresent(present -> found.add(doubles(present.gradient())));
            found.add(doubles(dx));
            return found;
        }
    }

    private static Tensor parameter(long seed, DataType type, Device device, long... sizes) {
        return standardNormal(seed, sizes).to(type, device).requireGradient().createGradient();
    }

    private static Tensor images(
            long seed, Case each, DataType type, Device device, long channels, long height, long width) {
        return standardNormal(seed, each.images, channels, height, width)
                .to(each.type, Device.CPU)
                .channelsLast()
                .to(type, device);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void theKernelsComputeWhatLibtorchDoes(Case each) {
        var expected = results(new AutogradDepthwise(), each, true, Device.CPU);
        var actual = results(new CudaDepthwise(GPU), each, false, GPU);
        assertThat(actual).hasSameSizeAs(expected);
        assertClose("output", expected.getFirst(), actual.getFirst(), each.type);
        for (int i = 1; i < expected.size() - 1; i++) {
            assertClose("gradient of parameter " + i, expected.get(i), actual.get(i), DataType.FLOAT32);
        }
        assertClose("gradient of x", expected.getLast(), actual.getLast(), each.type);
    }

    /** The order of sums does not depend on which block comes first. */
    @ParameterizedTest
    @MethodSource("cases")
    void theSameInputGivesTheSameBits(Case each) {
        var first = results(new CudaDepthwise(GPU), each, false, GPU);
        var second = results(new CudaDepthwise(GPU), each, false, GPU);
        for (int i = 0; i < first.size(); i++) {
            assertThat(second.get(i)).isEqualTo(first.get(i));
        }
    }

    @Test
    void frozenWeightsAndInputsWithoutGradientsGetNone() {
        try (var _ = TensorScope.open("frozen")) {
            var each = new Case(DataType.BFLOAT16, 2, 16, 9, 9, 3, 3, 1, true, 0);
            var x = images(3, each, each.type, GPU, 16, 9, 9);
            var weight = standardNormal(1, 16, 1, 3, 3).to(DataType.FLOAT32, GPU);
            var bias = parameter(2, DataType.FLOAT32, GPU, 16);
            var applied = new CudaDepthwise(GPU).apply(x, weight, Optional.of(bias), each.strides(), each.paddings());
            var dy = images(4, each, each.type, GPU, 16, 9, 9);
            assertThat(applied.backward(dy, false)).isEmpty();
            assertThat(doubles(bias.gradient())).doesNotContain(0);
        }
    }

    @Test
    void evaluationGivesTheSameOutput() {
        try (var _ = TensorScope.open("evaluation");
                var _ = Gradients.off()) {
            var each = new Case(DataType.BFLOAT16, 2, 32, 14, 14, 5, 5, 2, true, 0);
            var x = images(3, each, each.type, GPU, 32, 14, 14);
            var weight = standardNormal(1, 32, 1, 5, 5).to(DataType.FLOAT32, GPU);
            var bias = Optional.of(standardNormal(2, 32).to(DataType.FLOAT32, GPU));
            var expected = new CudaDepthwise(GPU).output(x, weight, bias, each.strides(), each.paddings());
            var actual = Functional.depthwiseConv2d(x, weight, bias, each.strides(), each.paddings());
            assertThat(doubles(actual)).isEqualTo(doubles(expected));
        }
    }

    @Test
    void otherConvolutionsAreNotSupported() {
        try (var _ = TensorScope.open("unsupported")) {
            var kernel = new CudaDepthwise(GPU);
            var each = new Case(DataType.BFLOAT16, 2, 16, 9, 9, 3, 3, 1, true, 0);
            var x = images(3, each, each.type, GPU, 16, 9, 9);
            var weight = standardNormal(1, 16, 1, 3, 3).to(DataType.FLOAT32, GPU);
            long[] ones = {1, 1};
            assertThat(kernel.supports(x, weight, ones, ones)).isTrue();
            assertThat(kernel.supports(x, weight, new long[] {3, 3}, ones)).isFalse();
            assertThat(kernel.supports(x, weight.to(DataType.BFLOAT16, GPU), ones, ones))
                    .isFalse();
            assertThat(kernel.supports(x.narrow(1, 4, 8), weight.part(0, 8), ones, ones))
                    .as("8 bytes from an aligned address")
                    .isFalse();
            assertThat(kernel.supports(x.flatten(1).reshape(2, 16, 9, 9), weight, ones, ones))
                    .as("rows of pixels, not of channels")
                    .isFalse();
        }
    }
}
