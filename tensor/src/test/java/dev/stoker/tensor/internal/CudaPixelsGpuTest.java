package dev.stoker.tensor.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.augment.PixelNormalization;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

@Tag("gpu")
class CudaPixelsGpuTest {
    private static final Device.Cuda GPU = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    @ParameterizedTest
    @CsvSource({"3, 7, 5", "1, 9, 3", "4, 2, 2", "3, 64, 64"})
    void bytesBecomeTheFloatsThatTheCpuComputes(int channels, int height, int width) {
        try (var _ = TensorScope.open("test")) {
            var bytes = levels(5, height, width, channels).to(DataType.UINT8, Device.CPU);
            var mean = levels(channels).times(0.7);
            var scale = levels(channels).plus(3.0).reciprocal();
            var expected = PixelNormalization.of(bytes, mean, scale);
            var actual = PixelNormalization.of(
                    bytes.to(DataType.UINT8, GPU), mean.to(DataType.FLOAT32, GPU), scale.to(DataType.FLOAT32, GPU));
            assertThat(floats(actual)).isEqualTo(floats(expected));
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BFLOAT16", "FLOAT16"})
    void blocksHaveTheirPixels(DataType type) {
        try (var _ = TensorScope.open("test")) {
            var images = levels(2, 3, 9, 11).times(0.01).channelsLast();
            var expected = new AutogradSpaceToDepth().of(images, type, 2, 8, 9);
            var actual = new CudaSpaceToDepth(GPU).of(images.to(DataType.FLOAT32, GPU), type, 2, 8, 9);
            assertThat(actual.isChannelsLast()).isTrue();
            assertThat(floats(actual)).isEqualTo(floats(expected));
        }
    }

    /** Whole numbers from 0 to 255. */
    private static Tensor levels(long... sizes) {
        var random = new SeededRandom(new Seed(sizes.length));
        int count = 1;
        for (long size : sizes) {
            count *= (int) size;
        }
        var values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = random.nextInt(256);
        }
        return Tensor.of(values, Device.CPU, sizes);
    }

    private static float[] floats(Tensor tensor) {
        return tensor.to(DataType.FLOAT32, Device.CPU).toHost().toArray(ValueLayout.JAVA_FLOAT);
    }
}
