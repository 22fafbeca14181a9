package dev.stoker.tensor.internal.winograd;

import static dev.stoker.tensor.TestTensors.assertClose;
import static dev.stoker.tensor.TestTensors.doubles;
import static dev.stoker.tensor.TestTensors.standardNormal;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.internal.TorchHandles;
import java.util.Optional;
import org.bytedeco.javacpp.Pointer;
import org.bytedeco.pytorch.global.torch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WinogradConvolutionTest {
    private static final long[] ONE = {1, 1};
    private static final long[] TWO = {2, 2};
    private static final int MANY_THREADS = 9;

    private final WinogradConvolution kernel = new WinogradConvolution();
    private int threads;

    @BeforeEach
    void rememberThreads() {
        try (var _ = TensorScope.open("loaded")) {
            standardNormal(1, 1);
        }
        threads = torch.get_num_threads();
    }

    @AfterEach
    void restoreThreads() {
        torch.set_num_threads(threads);
    }

    /** One convolution, in our kernel and in float64 by libtorch. */
    private static final class Case {
        final Tensor x;
        final Tensor weight;
        final Tensor bias;
        final Tensor gradient;

        Case(long images, long inputs, long outputs, long height, long width) {
            x = standardNormal(1, images, inputs, height, width).channelsLast();
            weight = standardNormal(2, outputs, inputs, 3, 3).channelsLast().requireGradient();
            bias = standardNormal(4, outputs).requireGradient();
            gradient = standardNormal(3, images, outputs, height, width).channelsLast();
        }

        void assertSameAsAutograd(WinogradConvolution kernel) {
            var wide = x.to(DataType.FLOAT64, Device.CPU).requireGradient();
            var wideWeight = weight.detach().to(DataType.FLOAT64, Device.CPU).requireGradient();
            var wideBias = bias.detach().to(DataType.FLOAT64, Device.CPU).requireGradient();
            var expected = Functional.conv2d(wide, wideWeight, Optional.of(wideBias), ONE, ONE, 1);
            expected.times(gradient).sum().backward();

            var applied = kernel.apply(x, weight, Optional.of(bias), ONE, ONE);
            var output = applied.output();
            assertThat(output.sizes()).isEqualTo(expected.sizes());
            assertThat(output.isChannelsLast()).isTrue();
            assertClose("output", doubles(expected), doubles(output), DataType.FLOAT32);
            var found = applied.backward(gradient, true).orElseThrow();
            assertClose("gradient of x", doubles(wide.gradient()), doubles(found), DataType.FLOAT32);
            assertClose(
                    "gradient of weights",
                    doubles(wideWeight.gradient()),
                    doubles(weight.gradient()),
                    DataType.FLOAT32);
            assertClose("gradient of biases", doubles(wideBias.gradient()), doubles(bias.gradient()), DataType.FLOAT32);
        }
    }

    /** Maps that are no multiple of a tile, single images, few channels, several chunks for a thread, and chunks that threads share. */
    @ParameterizedTest
    @CsvSource({
        "1, 1, 1, 1, 1",
        "1, 3, 5, 4, 4",
        "2, 5, 7, 9, 7",
        "3, 1, 2, 2, 11",
        "1, 130, 20, 5, 13",
        "3, 64, 64, 7, 7",
        "5, 64, 64, 30, 29",
        "4, 128, 128, 14, 14",
        "2, 300, 260, 8, 8",
        "35, 512, 512, 8, 8"
    })
    void outputAndGradientsAreThoseOfAutogradInFloat64(
            long images, long inputs, long outputs, long height, long width) {
        try (var _ = TensorScope.open("test")) {
            new Case(images, inputs, outputs, height, width).assertSameAsAutograd(kernel);
        }
    }

    @ParameterizedTest
    @CsvSource({"1", "2", "3", "8"})
    void anyNumberOfThreadsMayShareTheWork(int count) {
        try (var _ = TensorScope.open("test")) {
            torch.set_num_threads(count);
            new Case(5, 20, 24, 14, 10).assertSameAsAutograd(kernel);
            new Case(2, 20, 24, 14, 10).assertSameAsAutograd(kernel);
        }
    }

    @Test
    void memoryOfLargerConvolutionsServesSmallerOnes() {
        try (var _ = TensorScope.open("test")) {
            new Case(3, 20, 24, 14, 10).assertSameAsAutograd(kernel);
            new Case(2, 6, 30, 9, 5).assertSameAsAutograd(kernel);
            new Case(3, 20, 24, 14, 10).assertSameAsAutograd(kernel);
        }
    }

    @Test
    void resultsAreTheSameBitForBitEachTime() {
        try (var _ = TensorScope.open("test")) {
            var first = results();
            for (int i = 0; i < 3; i++) {
                assertThat(results()).isDeepEqualTo(first);
            }
        }
    }

    private double[][] results() {
        var one = new Case(7, 64, 64, 14, 14);
        var applied = kernel.apply(one.x, one.weight, Optional.empty(), ONE, ONE);
        var output = doubles(applied.output());
        var found = doubles(applied.backward(one.gradient, true).orElseThrow());
        return new double[][] {output, found, doubles(one.weight.gradient())};
    }

    @Test
    void gradientsOfWeightsAddUpAndFrozenOnesGetNone() {
        try (var _ = TensorScope.open("test")) {
            var one = new Case(2, 4, 6, 8, 8);
            kernel.apply(one.x, one.weight, Optional.empty(), ONE, ONE).backward(one.gradient, false);
            var once = one.weight.gradient().times(2);
            kernel.apply(one.x, one.weight, Optional.empty(), ONE, ONE).backward(one.gradient, false);
            assertThat(doubles(one.weight.gradient())).isEqualTo(doubles(once));

            one.weight.takeGradient();
            one.weight.disableGradient();
            assertThat(kernel.apply(one.x, one.weight, Optional.empty(), ONE, ONE)
                            .backward(one.gradient, true))
                    .isPresent();
            assertThat(one.weight.takeGradient()).isEmpty();
        }
    }

    @Test
    void gradientsOfBiasesAddUpAndFrozenOnesGetNone() {
        try (var _ = TensorScope.open("test")) {
            var one = new Case(2, 4, 6, 8, 8);
            kernel.apply(one.x, one.weight, Optional.of(one.bias), ONE, ONE).backward(one.gradient, false);
            var once = one.bias.gradient().times(2);
            kernel.apply(one.x, one.weight, Optional.of(one.bias), ONE, ONE).backward(one.gradient, false);
            assertThat(doubles(one.bias.gradient())).isEqualTo(doubles(once));

            one.bias.takeGradient();
            one.bias.disableGradient();
            kernel.apply(one.x, one.weight, Optional.of(one.bias), ONE, ONE).backward(one.gradient, false);
            assertThat(one.bias.takeGradient()).isEmpty();
        }
    }

    @Test
    void aGradientInAnotherLayoutIsAddedTo() {
        try (var _ = TensorScope.open("test")) {
            var one = new Case(2, 4, 6, 8, 8);
            one.weight.createGradientIn(Tensor.zeros(DataType.FLOAT32, Device.CPU, one.weight.elements()), 0);
            kernel.apply(one.x, one.weight, Optional.empty(), ONE, ONE).backward(one.gradient, false);
            var rows = standardNormal(2, 6, 4, 3, 3).requireGradient();
            rows.createGradient();
            var other = rows.gradient();
            assertThat(other.isChannelsLast()).isFalse();
            var mixed = standardNormal(2, 6, 4, 3, 3).channelsLast().requireGradient();
            TorchHandles.of(mixed).mutable_grad().put(TorchHandles.of(other));
            kernel.apply(one.x, mixed, Optional.empty(), ONE, ONE).backward(one.gradient, false);
            assertThat(doubles(other)).isEqualTo(doubles(one.weight.gradient()));
        }
    }

    @Test
    void theOutputAloneIsThatOfAPassWithGradients() {
        try (var _ = TensorScope.open("test")) {
            var one = new Case(2, 4, 6, 8, 8);
            var applied = kernel.apply(one.x, one.weight, Optional.empty(), ONE, ONE);
            assertThat(doubles(kernel.output(one.x, one.weight, Optional.empty(), ONE, ONE)))
                    .isEqualTo(doubles(applied.output()));
        }
    }

    @Test
    void tensorsOfAPassAreReleasedAfterBackwardAndTheOthersWithTheirScope() {
        long before = Pointer.totalCount();
        try (var _ = TensorScope.open("test")) {
            var one = new Case(2, 64, 64, 8, 8);
            var applied = kernel.apply(one.x, one.weight, Optional.empty(), ONE, ONE);
            var output = applied.output();
            applied.backward(one.gradient, true);
            assertThatThrownBy(output::sizes).hasMessageContaining("used after its release");
        }
        assertThat(Pointer.totalCount()).isEqualTo(before);
    }

    @Test
    void onlyConvolutionsOfThreeByThreeInFp32OnTheCpuAreSupported() {
        try (var _ = TensorScope.open("test")) {
            var x = standardNormal(1, 16, 64, 8, 8).channelsLast();
            var weight = standardNormal(2, 64, 64, 3, 3).channelsLast();
            assertThat(kernel.supports(x, weight, ONE, ONE)).isTrue();
            assertThat(kernel.supports(x, weight, TWO, ONE)).isFalse();
            assertThat(kernel.supports(x, weight, ONE, TWO)).isFalse();
            assertThat(kernel.supports(x, weight, ONE, new long[] {1, 0})).isFalse();
            assertThat(kernel.supports(standardNormal(1, 16, 64, 8, 8), weight, ONE, ONE))
                    .isFalse();
            var fiveByFive = standardNormal(2, 64, 64, 5, 5).channelsLast();
            assertThat(kernel.supports(x, fiveByFive, ONE, ONE)).isFalse();
            var grouped = standardNormal(2, 64, 32, 3, 3).channelsLast();
            assertThat(kernel.supports(x, grouped, ONE, ONE)).isFalse();
            assertThat(kernel.supports(x.to(DataType.BFLOAT16, Device.CPU), weight, ONE, ONE))
                    .isFalse();
            try (var _ = Autocast.open(Device.CPU, DataType.BFLOAT16)) {
                assertThat(kernel.supports(x, weight, ONE, ONE)).isFalse();
            }
            torch.set_num_threads(MANY_THREADS);
            assertThat(kernel.supports(x, weight, ONE, ONE)).isFalse();
        }
    }

    @ParameterizedTest
    @CsvSource({
        "16, 64, 64, 56, 56, true",
        "16, 512, 512, 7, 7, true",
        "8, 512, 512, 7, 7, false", // tiles
        "64, 32, 64, 14, 14, false", // channels
        "16, 64, 48, 56, 56, false",
        "64, 256, 256, 5, 5, false", // the part of a tile that is used
        "1, 64, 64, 32, 32, true"
    })
    void manyTilesAndChannelsGain(long images, long inputs, int outputs, long height, long width, boolean gain) {
        assertThat(WinogradConvolution.gains(new long[] {images, inputs, height, width}, outputs))
                .isEqualTo(gain);
    }
}
