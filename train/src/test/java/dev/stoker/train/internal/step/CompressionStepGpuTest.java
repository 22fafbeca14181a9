package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.NativeSettings;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.PruningSettings;
import dev.stoker.train.step.StepSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Masks and ranges change between steps that are replayed: a captured step computes with what is in them then. */
@Tag("gpu")
class CompressionStepGpuTest {
    private static final int STEPS = 60;
    private static final StripedImages DATA = new StripedImages(240, 24);
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);

    @BeforeAll
    static void useDeterministicAlgorithms() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
        NativeSettings.defaults().withDeterministicAlgorithms().apply();
    }

    @AfterAll
    static void restoreSettings() {
        NativeSettings.defaults().withCudnnBenchmarkLimit(0).apply();
    }

    private static StepRun open(StepSettings settings) {
        var configuration = new StepRun.Configuration(new Device.Cuda(0), new Seed(7), 0.01);
        return StepRun.open(SmallResidualNet.of(DATA.shape(), 3), DATA, SGD, settings, configuration)
                .planning(STEPS);
    }

    @ParameterizedTest
    @EnumSource
    void aPrunedStepIsReplayedAndItsWeightsStayZero(Precision precision) {
        var settings = StepSettings.builder(precision)
                .pruning(Optional.of(new PruningSettings(0.75, PruningSettings.Scope.GLOBAL)))
                .averageDecay(0.9)
                .build();
        var expected = eager(settings);
        try (var run = open(settings);
                var _ = TensorScope.open("reading")) {
            assertThat(StepRun.firstDifference(expected, run.history(STEPS))).isEmpty();
            assertThat(run.step().whyEager()).isEmpty();
            assertThat(run.step().isCaptured()).isTrue();
            assertThat(PrunedWeights.share(run.weights())).isCloseTo(0.75, within(0.01));
            assertThat(PrunedWeights.share(run.step().evaluatedWeights())).isCloseTo(0.75, within(0.01));
        }
    }

    /** Ranges are tensors, and nothing of rounding to 8 bits waits for the device. */
    @Test
    void aStepWithFakeQuantizationIsReplayed() {
        var settings = StepSettings.plain(Precision.FP32);
        List<Map<String, byte[]>> expected;
        try (var run = openRounded(settings.withoutCapture())) {
            expected = run.history(STEPS);
        }
        try (var run = openRounded(settings)) {
            assertThat(StepRun.firstDifference(expected, run.history(STEPS))).isEmpty();
            assertThat(run.step().whyEager()).isEmpty();
            assertThat(run.step().isCaptured()).isTrue();
        }
    }

    private static StepRun openRounded(StepSettings settings) {
        var configuration = new StepRun.Configuration(new Device.Cuda(0), new Seed(7), 0.01);
        return StepRun.open(RoundedLayer.model(DATA.shape(), 3), DATA, SGD, settings, configuration);
    }

    private static List<Map<String, byte[]>> eager(StepSettings settings) {
        try (var run = open(settings.withoutCapture())) {
            return run.history(STEPS);
        }
    }
}
