package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Threads that train the same weights without locks. */
class HogwildTest {
    private static final StripedImages DATA = new StripedImages(300, 32);
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);
    private static final Optimizer.Settings ADAMW = new Optimizer.Settings.AdamW(0.9, 0.999, 0.01);

    @TempDir
    Path folder;

    private static TrainingSettings settings(Optimizer.Settings optimizer, int threads) {
        return new TrainingSettings(
                        6,
                        new LearningRateSettings(
                                optimizer.equals(SGD) ? 0.03 : 0.003, new LearningRateSchedule.Cosine(), 0.5),
                        optimizer,
                        StepSettings.plain(Precision.FP32),
                        Device.CPU,
                        new Seed(1),
                        LoopSettingsFixtures.writing(3, 4))
                .withHogwildThreads(threads);
    }

    private Trainer trainer(String model, TrainingData data, TrainingSettings settings, IntConsumer afterForward)
            throws IOException {
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve("run")));
        var phases = TrainingPhases.of(ModelZoo.model(model, DATA.shape(), 3), data, settings.epochs());
        return SimulatedDevice.cpu(afterForward).trainer(phases, settings, checkpoints, List.of(), _ -> {});
    }

    @ParameterizedTest
    @CsvSource({"SGD, mlp, 2", "SGD, cnn, 3", "ADAMW, cnn, 2"})
    void itLearns(String optimizer, String model, int threads) throws IOException {
        var settings = settings(optimizer.equals("SGD") ? SGD : ADAMW, threads);
        try (var trainer = trainer(model, DATA, settings, _ -> {})) {
            assertThat(trainer.fit(() -> false)).isInstanceOfSatisfying(Trainer.Outcome.Finished.class, finished -> {
                assertThat(finished.validation().accuracy()).isGreaterThan(0.9);
                assertThat(finished.training().loss()).isLessThan(0.5);
                assertThat(finished.progress().step()).isEqualTo(6 * 10);
            });
        }
    }

    /** With one thread nothing happens at the same time, so everything is as without it. */
    @Test
    void oneThreadHasTheBitsOfStepsThatFollowOneAnother() throws IOException {
        assertThat(weightsAfter(1)).isEqualTo(weightsAfter(0));
    }

    private byte[] weightsAfter(int threads) throws IOException {
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve("run-" + threads)));
        var settings = settings(SGD, threads);
        var phases = TrainingPhases.of(ModelZoo.model("cnn", DATA.shape(), 3), DATA, settings.epochs());
        try (var trainer = SimulatedDevice.cpu(_ -> {}).trainer(phases, settings, checkpoints, List.of(), _ -> {})) {
            assertThat(trainer.fit(() -> false)).isInstanceOf(Trainer.Outcome.Finished.class);
            trainer.save(folder.resolve("model"), Map.of());
            return Files.readAllBytes(folder.resolve("model"));
        }
    }

    @Test
    void aStoppedRunContinuesWithTheBatchesThatAreLeft() throws IOException {
        var steps = new AtomicInteger();
        try (var trainer = trainer("mlp", DATA, settings(SGD, 2), _ -> {})) {
            assertThat(trainer.fit(() -> steps.incrementAndGet() > 17))
                    .isInstanceOfSatisfying(
                            Trainer.Outcome.Stopped.class,
                            stopped -> assertThat(stopped.progress().step())
                                    .isPositive()
                                    .isLessThan(60));
        }
        try (var trainer = trainer("mlp", DATA, settings(SGD, 3), _ -> {})) {
            assertThat(trainer.fit(() -> false)).isInstanceOfSatisfying(Trainer.Outcome.Finished.class, finished -> {
                assertThat(finished.progress().step()).isEqualTo(60);
                assertThat(finished.validation().accuracy()).isGreaterThan(0.9);
            });
        }
    }

    @Test
    void theFailureOfAThreadIsThatOfTheRun() throws IOException {
        var calls = new AtomicInteger();
        IntConsumer broken = _ -> {
            if (calls.incrementAndGet() == 7) {
                throw new IllegalStateException("sizes do not match");
            }
        };
        try (var trainer = trainer("mlp", DATA, settings(SGD, 2), broken)) {
            assertThatThrownBy(() -> trainer.fit(() -> false)).hasMessage("sizes do not match");
        }
        assertThat(Thread.getAllStackTraces().keySet())
                .noneMatch(thread -> thread.getName().startsWith("hogwild"));
    }
}
