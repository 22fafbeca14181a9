package dev.stoker.tensor.augment;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.image.OperationParameters;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.CudaGraph;
import dev.stoker.tensor.cuda.DeviceStream;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

@Tag("gpu")
class CudaImageAugmenterGpuTest {
    private static final Device.Cuda GPU = new Device.Cuda(0);
    private static final int ROWS = 300;

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    private static Stream<RandomAugmentationInputs> inputs() {
        var all = new ArrayList<RandomAugmentationInputs>();
        for (int channels : new int[] {1, 3}) {
            for (boolean mean : new boolean[] {false, true}) {
                for (boolean blur : new boolean[] {false, true}) {
                    all.add(RandomAugmentationInputs.of(channels, ROWS, new AugmentationRequirements(mean, blur)));
                }
            }
            all.add(RandomAugmentationInputs.of(channels, ROWS, new AugmentationRequirements(true, false, 3, false)));
            all.add(RandomAugmentationInputs.of(channels, ROWS, new AugmentationRequirements(false, true, 14, true)));
        }
        return all.stream();
    }

    /** A run must not depend on where its images are augmented. */
    @ParameterizedTest
    @MethodSource("inputs")
    void theGpuAugmentsLikeTheCpu(RandomAugmentationInputs rows) {
        assertThat(rows.augmented(GPU, 0, ROWS)).containsExactly(rows.augmented(Device.CPU, 0, ROWS));
        assertThat(rows.augmented(GPU, 5, 1)).containsExactly(rows.augmented(Device.CPU, 5, 1));
    }

    /** A replay reads the parameters that are on the device at that time. */
    @ParameterizedTest
    @MethodSource("inputs")
    void aCudaGraphAugmentsTheCurrentRows(RandomAugmentationInputs rows) {
        try (var _ = TensorScope.open("captured");
                var stream = DeviceStream.open(GPU)) {
            var augmenter = rows.augmenter(GPU);
            var sources = rows.sources(GPU);
            var parameters = Tensor.zeros(DataType.INT32, GPU, 20, AugmentationParameters.WORDS);
            var target = rows.target();
            var kept = Tensor.zeros(DataType.FLOAT32, GPU, 20, target.channels(), target.height(), target.width())
                    .channelsLast();
            Runnable make = () -> {
                try (var _ = TensorScope.open("make")) {
                    kept.copyFrom(augmenter.augment(sources, parameters));
                }
            };
            try (var captured = CudaGraph.of(stream, make)) {
                for (int from : List.of(0, 40, 40, 180, 20, 0)) {
                    parameters.copyFrom(rows.parameters(Device.CPU, from, 20));
                    captured.run();
                    assertThat(RandomAugmentationInputs.values(kept))
                            .containsExactly(rows.augmented(Device.CPU, from, 20));
                }
                assertThat(captured.isCaptured()).isTrue();
            }
        }
    }

    /** A kernel cannot throw, but a NaN loss is noticed. */
    @Test
    void invalidRowsBecomeNaN() {
        var rows = RandomAugmentationInputs.of(3, 4, new AugmentationRequirements(true, true));
        AugmentationParameters.append(rows.parameters().asSlice(0, AugmentationParameters.BYTES))
                .source(1 << 30);
        assertThat(rows.augmented(GPU, 0, 1)).containsOnly(Float.NaN);
        assertThat(rows.augmented(GPU, 1, 3)).containsExactly(rows.augmented(Device.CPU, 1, 3));
        var unaware = new RandomAugmentationInputs(
                rows.source(), rows.target(), rows.pixels(), rows.parameters(), AugmentationRequirements.NONE);
        assertThat(unaware.augmented(GPU, 0, 4)).containsOnly(Float.NaN);
    }

    @Test
    void operationsWithoutAPassBecomeNaN() {
        for (var declared : List.of(
                AugmentationRequirements.NONE,
                new AugmentationRequirements(false, false, 1, false),
                new AugmentationRequirements(false, true, 1, false),
                new AugmentationRequirements(false, false, 3, false))) {
            var rows = RandomAugmentationInputs.of(3, 1, AugmentationRequirements.NONE);
            OperationParameters.append(rows.parameters())
                    .mixBegin(0.5)
                    .equalize()
                    .mixEnd(0.5);
            var unaware = new RandomAugmentationInputs(
                    rows.source(), rows.target(), rows.pixels(), rows.parameters(), declared);
            assertThat(unaware.augmented(GPU, 0, 1)).as(declared.toString()).containsOnly(Float.NaN);
        }
    }
}
