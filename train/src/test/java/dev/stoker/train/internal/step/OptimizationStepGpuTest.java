package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.NativeSettings;
import dev.stoker.tensor.cuda.DeviceMemory;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.MixupCutmixSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** What ends within a run, and what computes twice in a step, is replayed with the bits of steps that are not. */
@Tag("gpu")
class OptimizationStepGpuTest {
    private static final int STEPS = 40;
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

    private static List<Map<String, byte[]>> history(StepSettings settings, boolean captured) {
        var configuration = new StepRun.Configuration(new Device.Cuda(0), new Seed(7), 0.01);
        try (var run = StepRun.open(SmallResidualNet.deep(DATA.shape(), 3), DATA, SGD, settings, configuration)
                .planning(STEPS)) {
            var history = run.history(STEPS);
            assertThat(run.step().isCaptured()).isEqualTo(captured);
            return history;
        }
    }

    private static void compare(StepSettings settings) {
        assertThat(StepRun.firstDifference(history(settings.withoutCapture(), false), history(settings, true)))
                .isEmpty();
    }

    @ParameterizedTest
    @EnumSource
    void mixupEndsInReplayedSteps(Precision precision) {
        compare(StepSettings.builder(precision)
                .mixing(new MixupCutmixSettings(0.4, 1, 0.5))
                .build());
    }

    @ParameterizedTest
    @EnumSource
    void ascentsAndRecomputedBlocksAreReplayed(Precision precision) {
        compare(StepSettings.builder(precision)
                .ascent(0.05)
                .microBatches(2)
                .recompute(StepSettings.Recompute.BLOCKS)
                .build());
    }

    /** Of twelve blocks one has its activations at a time; 0.53 of the memory was measured, with what the allocator holds besides. */
    @Test
    void recomputedBlocksTakeTwoThirdsOfTheMemoryAtMost() {
        long kept = memory(StepSettings.Recompute.NONE);
        long recomputed = memory(StepSettings.Recompute.BLOCKS);
        assertThat(recomputed).isLessThan(kept * 2 / 3);
    }

    /** What steps have reserved, which is about the most that was in use at once. */
    private static long memory(StepSettings.Recompute recompute) {
        var device = new Device.Cuda(0);
        var data = new StripedImages(2048, 1024);
        var settings = StepSettings.builder(Precision.FP32)
                .recompute(recompute)
                .build()
                .withoutCapture();
        DeviceMemory.emptyCache(device);
        try (var run = StepRun.open(
                deepNet(data.shape()), data, SGD, settings, new StepRun.Configuration(device, new Seed(7), 0.01))) {
            run.synchronize();
            long before = GpuSettings.freeMemory(device);
            run.next(3).synchronize();
            return before - GpuSettings.freeMemory(device);
        }
    }

    private static Model deepNet(Shape input) {
        var layers = new ArrayList<Layer>();
        layers.add(Layer.Conv2d.same(input.channels(), 64, 3, 1));
        for (int i = 0; i < 12; i++) {
            layers.add(Layer.Residual.around(Layer.Sequential.of(
                    Layer.Conv2d.same(64, 64, 3, 1),
                    new Layer.BatchNorm2d(64),
                    Layer.Activation.RELU,
                    Layer.Conv2d.same(64, 64, 3, 1),
                    new Layer.BatchNorm2d(64))));
        }
        layers.add(new Layer.GlobalAveragePool());
        layers.add(new Layer.Flatten());
        layers.add(new Layer.Linear(64, 3));
        return new Model("deep net", input, 3, Layer.Sequential.of(layers.toArray(Layer[]::new)));
    }
}
