package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.NativeSettings;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Compares a replayed step with the same step operator by operator, both from the same start, bit by bit. */
@Tag("gpu")
class CapturedStepGraphsGpuTest {
    /** Partial batches come four times until they are captured, and twice more to be replayed. */
    private static final int STEPS = 30;

    private static final StripedImages FULL_BATCHES = new StripedImages(240, 24);

    /** Five batches per epoch, the last of which has 4 images. */
    private static final StripedImages PARTIAL_BATCHES = new StripedImages(100, 24);

    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);

    /** With cuDNN benchmarking and sums in any order, two eager runs would differ already. */
    @BeforeAll
    static void useDeterministicAlgorithms() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
        NativeSettings.defaults().withDeterministicAlgorithms().apply();
    }

    @AfterAll
    static void restoreSettings() {
        NativeSettings.defaults().withCudnnBenchmarkLimit(0).apply();
    }

    private static StepRun open(StripedImages data, Optimizer.Settings optimizer, StepSettings settings, long seed) {
        var configuration = new StepRun.Configuration(new Device.Cuda(0), new Seed(seed), 0.01);
        return StepRun.open(SmallResidualNet.of(data.shape(), 3), data, optimizer, settings, configuration);
    }

    /** One after the other, since the stream that was opened last is the current one. */
    private static void compare(StripedImages data, Optimizer.Settings optimizer, StepSettings settings) {
        var expected = eager(data, optimizer, settings, 7);
        try (var run = open(data, optimizer, settings, 7)) {
            assertThat(StepRun.firstDifference(expected, run.history(STEPS))).isEmpty();
            assertThat(run.step().whyEager()).isEmpty();
            assertThat(run.step().isCaptured()).isTrue();
            int rest = data.trainingImages() % data.batch();
            assertThat(run.step().capturedPartialBatch())
                    .as("partial batches of %s", settings)
                    .isEqualTo(rest == 0 ? OptionalInt.empty() : OptionalInt.of(rest));
        }
    }

    private static List<Map<String, byte[]>> eager(
            StripedImages data, Optimizer.Settings optimizer, StepSettings settings, long seed) {
        try (var run = open(data, optimizer, settings.withoutCapture(), seed)) {
            return run.history(STEPS);
        }
    }

    private static Stream<StepCase> cases() {
        return Arrays.stream(Precision.values()).flatMap(StepCase::all);
    }

    @ParameterizedTest
    @MethodSource("cases")
    void aReplayedStepDoesWhatTheEagerOneDoes(StepCase each) {
        compare(FULL_BATCHES, SGD, each.settings());
    }

    @ParameterizedTest
    @EnumSource
    void aPartialLastBatchIsReplayedInBetween(Precision precision) {
        compare(PARTIAL_BATCHES, SGD, StepSettings.plain(precision));
        compare(PARTIAL_BATCHES, SGD, StepCase.everything(precision).settings());
    }

    private static Stream<Optimizer.Settings> optimizers() {
        return Stream.of(
                new Optimizer.Settings.Sgd(0, 0, false),
                new Optimizer.Settings.Adam(0.9, 0.999, 1e-8, 1e-4),
                new Optimizer.Settings.AdamW(0.9, 0.999, 0.01),
                new Optimizer.Settings.Lion(0.9, 0.99, 0.01),
                new Optimizer.Settings.RmsProp(0.99, 1e-8, 0.9, 1e-4),
                new Optimizer.Settings.Lars(0.9, 0.001, 1e-4),
                new Optimizer.Settings.Lamb(0.9, 0.999, 1e-6, 0.01),
                new Optimizer.Settings.Muon(0.9, 0.01));
    }

    @ParameterizedTest
    @MethodSource("optimizers")
    void everyOptimizerCanBeReplayed(Optimizer.Settings optimizer) {
        compare(FULL_BATCHES, optimizer, StepSettings.plain(Precision.FP32));
        compare(FULL_BATCHES, optimizer, StepCase.everything(Precision.FP16).settings());
    }

    /** That the comparison can fail. */
    @Test
    void anotherSeedGivesOtherBits() {
        var settings = StepSettings.plain(Precision.FP32);
        var one = eager(FULL_BATCHES, SGD, settings, 7);
        assertThat(StepRun.firstDifference(one, eager(FULL_BATCHES, SGD, settings, 8)))
                .isNotEmpty();
        assertThat(StepRun.firstDifference(one, eager(FULL_BATCHES, SGD, settings, 7)))
                .isEmpty();
    }
}
