package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.telemetry.hardware.HostMemory;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.NativeMemory;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NativeMemoryTest {
    private static final StripedImages DATA = new StripedImages(3200, 16);

    /** Ten epochs of 200 steps; the first one may still fill caches. */
    @Test
    void twoThousandStepsKeepPointersAndResidentMemoryFlat(@TempDir Path folder) {
        long before = NativeMemory.livePointers();
        var pointers = new ArrayList<Long>();
        var resident = new ArrayList<Long>();
        var observer = new TrainingObserver() {
            @Override
            public void epochFinished(EpochReport report) {
                pointers.add(NativeMemory.livePointers());
                resident.add(HostMemory.resident().count());
            }
        };
        var settings = new TrainingSettings(
                10,
                new LearningRateSettings(0.01, new LearningRateSchedule.Constant(), 0),
                new Optimizer.Settings.Sgd(0.9, 0, true),
                StepSettings.plain(Precision.FP32),
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(50, 1000));
        try (var trainer = new Trainer(
                ModelZoo.model("cnn", DATA.shape(), 3),
                settings,
                DATA,
                new SafetensorsCheckpoints(folder),
                List.of(observer))) {
            assertThat(trainer.fit(() -> false)).isInstanceOf(Trainer.Outcome.Finished.class);
        }
        assertThat(pointers).hasSize(10).allMatch(count -> count.equals(pointers.getFirst()));
        assertThat(resident.getLast() - resident.get(1))
                .as("growth of resident memory")
                .isLessThan(24L << 20);
        assertThat(NativeMemory.livePointers()).isEqualTo(before);
    }
}
