package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Phases on a GPU: each captures its own step, and none keeps the memory of an earlier one. */
@Tag("gpu")
class TrainingPhasesGpuTest {
    private static final Device.Cuda GPU = new Device.Cuda(0);

    @BeforeAll
    static void thereIsAGpu() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
    }

    /** Sixteen phases, small batches and large ones in turn; the first pair may still fill caches. */
    @Test
    void everyPhaseIsCapturedAnewAndReleasesItsMemory(@TempDir Path folder) {
        var phases = new ArrayList<TrainingPhase>();
        for (int i = 0; i < 16; i++) {
            var data = new StripedImages(9600, i % 2 == 0 ? 240 : 960);
            phases.add(new TrainingPhase("", SmallResidualNet.of(new Shape(8, 8, 1), 3), data, 1, 1));
        }
        var captured = new ArrayList<Boolean>();
        var used = new ArrayList<Long>();
        var observer = new TrainingObserver() {
            @Override
            public void epochFinished(EpochReport report) {
                captured.add(report.stepping().captured());
                used.add(GpuSettings.usedMemory(GPU));
            }
        };
        var settings = new TrainingSettings(
                16,
                new LearningRateSettings(0.01, new LearningRateSchedule.Constant(), 0),
                new Optimizer.Settings.Sgd(0.9, 0, true),
                StepSettings.plain(Precision.BF16),
                GPU,
                new Seed(1),
                LoopSettingsFixtures.writing(50, 1000));
        try (var trainer = new Trainer(
                new TrainingPhases(phases, 0, 0),
                settings,
                new SafetensorsCheckpoints(folder),
                List.of(observer),
                _ -> {})) {
            assertThat(trainer.fit(() -> false)).isInstanceOf(Trainer.Outcome.Finished.class);
        }
        assertThat(captured).hasSize(16).doesNotContain(false);
        assertThat(used.get(15) - used.get(3)).as("growth over twelve phases").isLessThan(16L << 20);
    }
}
