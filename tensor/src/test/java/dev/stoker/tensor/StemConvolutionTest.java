package dev.stoker.tensor;

import static dev.stoker.tensor.TestTensors.doubles;
import static dev.stoker.tensor.TestTensors.standardNormal;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.tensor.internal.AutogradSpaceToDepth;
import dev.stoker.tensor.internal.StemConvolution;
import java.util.Optional;
import org.assertj.core.data.Offset;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StemConvolutionTest {
    private static final long[] HALVING = {2, 2};

    private final StemConvolution stem = new StemConvolution(new AutogradSpaceToDepth());

    @ParameterizedTest(name = "{2} channels, kernel {0}, padding {1}, images of {3}×{4}")
    @CsvSource({
        "7, 3, 3, 16, 18",
        "7, 3, 3, 15, 9",
        "3, 1, 3, 8, 9",
        "3, 0, 4, 9, 8",
        "5, 2, 2, 11, 10",
        "4, 1, 3, 8, 7",
        "6, 2, 3, 13, 8"
    })
    void overBlocksOfPixelsItIsTheConvolutionOverPixels(int kernel, int padding, int channels, int height, int width) {
        try (var _ = TensorScope.open("test")) {
            var images = standardNormal(1, 2, channels, height, width).channelsLast();
            var weight = standardNormal(2, 6, channels, kernel, kernel).requireGradient();
            var same =
                    weight.detach().to(DataType.FLOAT32, Device.CPU).plus(0.0).requireGradient();
            var bias = Optional.of(standardNormal(3, 6));
            long[] paddings = {padding, padding};

            var expected = Functional.conv2d(images, weight, bias, HALVING, paddings, 1);
            var actual = stem.of(images, same, bias, padding);

            assertThat(actual.sizes()).isEqualTo(expected.sizes());
            assertThat(doubles(actual)).containsExactly(doubles(expected), Offset.offset(1e-4));
            var gradient = standardNormal(4, expected.sizes());
            expected.backward(gradient);
            actual.backward(gradient);
            assertThat(doubles(same.gradient())).containsExactly(doubles(weight.gradient()), Offset.offset(1e-3));
        }
    }

    @Test
    void onlyTheFirstConvolutionInA16BitTypeIsOne() {
        try (var _ = TensorScope.open("test")) {
            var floats = standardNormal(1, 2, 3, 8, 8).channelsLast();
            var halves = floats.to(DataType.BFLOAT16, Device.CPU);
            var weight = standardNormal(2, 6, 3, 3, 3);
            long[] none = {1, 1};
            assertThat(stem.supports(halves, weight, HALVING, none, 1)).isTrue();
            assertThat(stem.supports(floats, weight, HALVING, none, 1)).isFalse();
            assertThat(stem.supports(halves, weight, new long[] {1, 1}, none, 1))
                    .isFalse();
            assertThat(stem.supports(halves, standardNormal(2, 6, 8, 3, 3), HALVING, none, 1))
                    .isFalse();
            assertThat(stem.supports(halves.detach().requireGradient(), weight, HALVING, none, 1))
                    .isFalse();
            try (var _ = Autocast.open(Device.CPU, DataType.BFLOAT16)) {
                assertThat(stem.supports(floats, weight, HALVING, none, 1)).isTrue();
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"3, 2, 1, false", "3, 2, 0, true", "2, 2, 0, true", "3, 1, 1, false", "2, 2, 1, true"})
    void thereAreAsManyWindowsAsLibtorchHas(int kernel, int stride, int padding, boolean ceil) {
        var pooling = new MaxPooling(kernel, stride, padding, ceil);
        try (var _ = TensorScope.open("test")) {
            for (int side = kernel; side < 12; side++) {
                assertThat(pooling.windows(side))
                        .as("side %d", side)
                        .isEqualTo(
                                pooling.of(standardNormal(1, 1, 1, side, side)).sizes()[2]);
            }
        }
    }
}
