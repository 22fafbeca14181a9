package dev.stoker.tensor.internal;

import static dev.stoker.tensor.internal.kernel.KernelAssertions.assertCompiles;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** That the kernels compile and that their launches fit a GPU, which needs none. */
class DepthwiseKernelTest {
    private static final int SMALLEST_SHARED_LIMIT =
            99 << 10; // of a block, of all GPUs of compute capability 8.0 or newer
    private static final int MOST_COMPILED = 256;
    private static final int MOST_THREADS = 1024;

    @ParameterizedTest
    @CsvSource({
        "BFLOAT16, 3, 3, 1, 32, 112, false",
        "BFLOAT16, 3, 3, 2, 96, 56, false",
        "BFLOAT16, 5, 5, 1, 240, 28, false",
        "BFLOAT16, 5, 5, 2, 144, 28, false",
        "BFLOAT16, 7, 7, 1, 96, 56, true",
        "BFLOAT16, 7, 7, 2, 40, 8, false",
        "FLOAT16, 9, 9, 1, 40, 14, false",
        "BFLOAT16, 11, 11, 1, 24, 7, false",
        "FLOAT32, 11, 11, 2, 8, 4, true",
        "FLOAT32, 1, 7, 1, 64, 19, true",
        "FLOAT32, 2, 2, 2, 64, 16, false",
        "FLOAT16, 1, 1, 1, 8, 1, false"
    })
    void nvrtcCompilesTheKernels(
            DataType type, int height, int width, int stride, int channels, int outputWidth, boolean bias) {
        var variant = DepthwiseVariant.of(type, height, width, stride, width / 2, channels, outputWidth, bias);
        assertCompiles(variant.source());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 7, 8, 15, 28, 113, 1000})
    void launchesFitEveryGpu(int width) {
        for (var type : List.of(DataType.BFLOAT16, DataType.FLOAT32)) {
            for (int height = 1; height <= 11; height++) {
                for (int across = 1; across <= 11; across++) {
                    for (int stride = 1; stride <= 2; stride++) {
                        for (int channels : new int[] {8, 32, 40}) {
                            var variant = DepthwiseVariant.of(
                                    type, height, across, stride, across / 2, channels, width, true);
                            fits(variant, variant.forward(width), width);
                            fits(variant, variant.inputGradient(stride * width), width);
                            var launch = variant.weightGradient(width);
                            fits(variant, launch, width);
                            // What the kernel is compiled for: as many as THREADS, or as one strip has.
                            assertThat(launch.threads() <= MOST_COMPILED || launch.strips() == 1)
                                    .as("%s %s", variant, launch)
                                    .isTrue();
                        }
                    }
                }
            }
        }
    }

    private static void fits(DepthwiseVariant variant, DepthwiseVariant.Launch launch, int width) {
        assertThat(launch.threads()).as("%s", variant).isBetween(32, MOST_THREADS);
        assertThat(launch.threads() % 32).as("%s", variant).isZero();
        assertThat(launch.shared()).as("%s", variant).isBetween(1, SMALLEST_SHARED_LIMIT);
        assertThat(IntStream.of(launch.pitch(), launch.gradientPitch()).map(each -> each % 16))
                .as("%s", variant)
                .containsOnly(0);
        assertThat(launch.tiles() * launch.strips() * variant.outputs())
                .as("%s", variant)
                .isGreaterThanOrEqualTo(width);
    }
}
