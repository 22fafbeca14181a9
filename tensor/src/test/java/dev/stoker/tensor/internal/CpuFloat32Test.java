package dev.stoker.tensor.internal;

import static dev.stoker.tensor.TestTensors.assertClose;
import static dev.stoker.tensor.TestTensors.doubles;
import static dev.stoker.tensor.TestTensors.standardNormal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CpuFloat32Test {
    private static final long[] PADDING = {1, 1};
    private static final int CHANNELS = 24;

    @ParameterizedTest
    @ValueSource(longs = {1, 2})
    void outputAndGradientsAreThoseOfFloat32InA16BitType(long stride) {
        try (var _ = TensorScope.open("test")) {
            var x = standardNormal(1, 4, CHANNELS, 12, 12).requireGradient();
            var weight = standardNormal(2, CHANNELS, 1, 3, 3).requireGradient();
            var bias = standardNormal(3, CHANNELS).requireGradient();
            var inputs = List.of(x, weight, bias);
            var plain = convolution(x, weight, bias, stride);
            var expected = gradients(plain, inputs);
            Tensor ours;
            List<double[]> actual;
            try (var _ = Autocast.open(Device.CPU, DataType.BFLOAT16)) {
                ours = convolution(x, weight, bias, stride);
                actual = gradients(ours, inputs);
                assertThat(Autocast.type(Device.CPU)).contains(DataType.BFLOAT16);
            }
            assertThat(ours.type()).isEqualTo(DataType.BFLOAT16);
            assertThat(ours.sizes()).isEqualTo(plain.sizes());
            assertClose("output", doubles(plain), doubles(ours.toFloat()), DataType.BFLOAT16);
            for (int i = 0; i < inputs.size(); i++) {
                assertThat(inputs.get(i).type()).isEqualTo(DataType.FLOAT32);
                assertClose("gradient " + i, expected.get(i), actual.get(i), DataType.BFLOAT16);
            }
        }
    }

    @Test
    void attentionOf16BitsIsThatOfFloat32AndSoAreItsGradients() {
        try (var _ = TensorScope.open("test")) {
            var x = standardNormal(1, 2, 17, 3 * CHANNELS).to(DataType.BFLOAT16, Device.CPU);
            var single = x.toFloat().requireGradient();
            var plain = Functional.selfAttention(single, 4);
            var expected = gradients(plain, List.of(single)).getFirst();
            var half = x.requireGradient();
            try (var _ = Autocast.open(Device.CPU, DataType.BFLOAT16)) {
                var ours = Functional.selfAttention(half, 4);
                assertThat(ours.type()).isEqualTo(DataType.BFLOAT16);
                assertClose("output", doubles(plain), doubles(ours.toFloat()), DataType.BFLOAT16);
                var actual = gradients(ours, List.of(half)).getFirst();
                assertClose("gradient", expected, actual, DataType.BFLOAT16);
            }
        }
    }

    private static Tensor convolution(Tensor x, Tensor weight, Tensor bias, long stride) {
        return Functional.conv2d(x, weight, Optional.of(bias), new long[] {stride, stride}, PADDING, CHANNELS);
    }

    /** Of a gradient that both types hold exactly. */
    private static List<double[]> gradients(Tensor output, List<Tensor> inputs) {
        var rounded = standardNormal(4, output.sizes()).to(DataType.BFLOAT16, Device.CPU);
        output.times(rounded.toFloat()).sum().backward();
        return inputs.stream()
                .map(input -> doubles(input.takeGradient().orElseThrow()))
                .toList();
    }

    @Test
    void onlyDepthwiseConvolutionsOf16BitsAreComputedInFloat32() {
        try (var _ = TensorScope.open("test")) {
            var x = standardNormal(1, 4, CHANNELS, 12, 12);
            var depthwise = standardNormal(2, CHANNELS, 1, 3, 3);
            var grouped = standardNormal(2, CHANNELS, 2, 3, 3);
            assertThat(CpuFloat32.suitsConvolution(x, depthwise, CHANNELS)).isFalse();
            assertThat(CpuFloat32.suitsConvolution(x.to(DataType.FLOAT64, Device.CPU), depthwise, CHANNELS))
                    .isFalse();
            assertThat(CpuFloat32.suitsConvolution(x.to(DataType.BFLOAT16, Device.CPU), depthwise, CHANNELS))
                    .isTrue();
            try (var _ = Autocast.open(Device.CPU, DataType.BFLOAT16)) {
                assertThat(CpuFloat32.suitsConvolution(x, depthwise, CHANNELS)).isTrue();
                assertThat(CpuFloat32.suitsConvolution(x, grouped, CHANNELS / 2))
                        .isFalse();
                var gray = standardNormal(1, 4, 1, 12, 12);
                assertThat(CpuFloat32.suitsConvolution(gray, depthwise, 1)).isFalse();
            }
        }
    }
}
