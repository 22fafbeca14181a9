package dev.stoker.train.checkpoint;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.train.LoopSettingsFixtures;
import dev.stoker.train.SavedTensors;
import dev.stoker.train.SimulatedDevice;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.TrainerFixtures;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingPhases;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.TrainingSettings;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.step.StepCase;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/** Compares a run whose checkpoints, every third step, are written only when training is further, with one on time. */
public final class SlowCheckpointsTrial {
    private static final int EVERY = 3;
    private static final int STEPS = 20;
    private static final StripedImages DATA = new StripedImages(300, 32);

    private final Path folder;
    private final Device device;

    public SlowCheckpointsTrial(Path folder, Device device) {
        this.folder = folder;
        this.device = device;
    }

    private void train(TrainingDevice on, SafetensorsCheckpoints checkpoints, TrainingObserver observer) {
        var step = StepCase.everything(Precision.FP32).settings();
        var sgd = new Optimizer.Settings.Sgd(0.9, 5e-4, true);
        var settings = new TrainingSettings(
                2,
                new LearningRateSettings(0.05, new LearningRateSchedule.Cosine(), 0.5),
                sgd,
                step,
                device,
                new Seed(1),
                LoopSettingsFixtures.writing(1000, EVERY));
        var phases = TrainingPhases.of(SmallResidualNet.of(DATA.shape(), 3), DATA, settings.epochs());
        try (var trainer = TrainerFixtures.on(on, phases, settings, checkpoints, List.of(observer), _ -> {})) {
            trainer.fit(() -> false);
        }
    }

    /** A CPU needs no staging buffers; a simulated GPU has them all the same. */
    private TrainingDevice stagingDevice() {
        return device instanceof Device.Cpu ? SimulatedDevice.gpu() : TrainingDevice.of(device);
    }

    private static SafetensorsCheckpoints keepingAll(Path run, Runnable beforeWriting) {
        return new SafetensorsCheckpoints(run, Integer.MAX_VALUE, Optional.empty(), (snapshot, file) -> {
            beforeWriting.run();
            snapshot.write(file);
        });
    }

    /** Each file is begun when the run is a step further, or over. */
    private Path slowly() throws IOException {
        var run = Files.createDirectories(folder.resolve("slow"));
        var steps = new AtomicLong();
        var kept = new AtomicLong();
        var observer = new TrainingObserver() {
            @Override
            public void afterStep(long step) {
                steps.set(step);
            }

            @Override
            public void checkpointed(TrainingProgress progress) {
                kept.set(progress.step());
            }
        };
        train(
                stagingDevice(),
                keepingAll(run, () -> {
                    long past = Math.min(STEPS, steps.get() + 1);
                    long deadline = System.nanoTime() + 2_000_000_000L;
                    while (steps.get() < past && System.nanoTime() < deadline) {
                        Thread.onSpinWait();
                    }
                }),
                observer);
        assertThat(kept.get()).isEqualTo(STEPS);
        return run;
    }

    private Path atOnce() throws IOException {
        var run = Files.createDirectories(folder.resolve("at once"));
        train(
                TrainingDevice.of(device),
                new SafetensorsCheckpoints(run, 100, Optional.empty()),
                new TrainingObserver() {});
        return run;
    }

    public void compare() throws IOException {
        var slow = slowly();
        var atOnce = atOnce();
        try (var files = Files.list(atOnce)) {
            var names =
                    files.map(file -> file.getFileName().toString()).sorted().toList();
            assertThat(names).hasSizeGreaterThanOrEqualTo(STEPS / EVERY);
            for (var name : names) {
                assertThat(differences(slow.resolve(name), atOnce.resolve(name)))
                        .as(name)
                        .isEmpty();
            }
        }
    }

    /** That the comparison can fail. */
    List<String> differencesOfAnotherStep() throws IOException {
        var run = atOnce();
        return differences(run.resolve("step-00000003.safetensors"), run.resolve("step-00000006.safetensors"));
    }

    void failing() throws IOException {
        train(
                stagingDevice(),
                keepingAll(Files.createDirectories(folder.resolve("full")), () -> {
                    throw new StokerException("the disk is full");
                }),
                new TrainingObserver() {});
    }

    /** Names of tensors whose bits differ. */
    private static List<String> differences(Path one, Path other) {
        var left = SavedTensors.hashes(one);
        var right = SavedTensors.hashes(other);
        assertThat(left.keySet()).isEqualTo(right.keySet()).hasSizeGreaterThan(20);
        return left.keySet().stream()
                .filter(name -> !Objects.equals(left.get(name), right.get(name)))
                .toList();
    }
}
