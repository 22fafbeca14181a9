package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Seed;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Zoo;
import dev.stoker.tensor.Device;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainerTest {
    private static final Stripes DATA = new Stripes(300, 32);
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);
    private static final Optimizer.Settings ADAMW = new Optimizer.Settings.AdamW(0.9, 0.999, 0.01);

    @TempDir
    Path folder;

    private static TrainSettings settings(int epochs, double rate, Optimizer.Settings optimizer, Precision precision) {
        return new TrainSettings(
                epochs, rate, new Schedule.Cosine(), 0.5, optimizer, smoothed(precision), Device.CPU, new Seed(1), 3, 4);
    }

    private static StepSettings smoothed(Precision precision) {
        return new StepSettings(precision, 0.1, 1, 0, Mixing.NONE, 0, StepSettings.Capture.AUTO);
    }

    private Trainer trainer(String run, TrainSettings settings, TrainingObserver... observers) throws IOException {
        var checkpoints = Files.createDirectories(folder.resolve(run));
        return new Trainer(
                Zoo.model("cnn", DATA.shape(), 3), settings, DATA, new Checkpoints(checkpoints), List.of(observers));
    }

    private byte[] train(String run, TrainSettings settings, BooleanSupplier stop) throws IOException {
        try (var trainer = trainer(run, settings)) {
            var outcome = trainer.fit(stop);
            trainer.save(folder.resolve("model"), Map.of());
            assertThat(outcome).isNotNull();
            return Files.readAllBytes(folder.resolve("model"));
        }
    }

    @ParameterizedTest
    @CsvSource({"SGD, FP32", "SGD, BF16", "ADAMW, FP32"})
    void itLearns(String optimizer, Precision precision) throws IOException {
        boolean sgd = optimizer.equals("SGD");
        try (var trainer = trainer("run", settings(6, sgd ? 0.05 : 0.003, sgd ? SGD : ADAMW, precision))) {
            assertThat(trainer.fit(() -> false)).isInstanceOfSatisfying(Trainer.Outcome.Finished.class, finished -> {
                assertThat(finished.test().accuracy()).isGreaterThan(0.9);
                assertThat(finished.training().loss()).isLessThan(0.8);
                assertThat(finished.progress().step()).isEqualTo(6 * 10);
            });
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 10, 11, 17, 29})
    void aRunStoppedAtAnyStepContinuesToTheSameBits(int stopAfter) throws IOException {
        for (var optimizer : List.of(SGD, ADAMW)) {
            var settings = settings(3, 0.01, optimizer, Precision.FP32);
            var whole = train("whole-" + optimizer, settings, () -> false);
            var steps = new AtomicInteger();
            train("parts-" + optimizer, settings, () -> steps.incrementAndGet() >= stopAfter);
            assertThat(train("parts-" + optimizer, settings, () -> false)).isEqualTo(whole);
        }
    }

    @Test
    void aFinishedRunContinuesWhenGivenMoreEpochs() throws IOException {
        train("run", settings(1, 0.05, SGD, Precision.FP32), () -> false);
        var epochs = new ArrayList<Integer>();
        var observer = new TrainingObserver() {
            @Override
            public void epochFinished(EpochReport report) {
                epochs.add(report.epoch());
            }
        };
        try (var trainer = trainer("run", settings(3, 0.05, SGD, Precision.FP32), observer)) {
            trainer.fit(() -> false);
        }
        assertThat(epochs).containsExactly(1, 2);
    }

    @Test
    void onlyTheLastTwoCheckpointsAreKept() throws IOException {
        train("run", settings(2, 0.05, SGD, Precision.FP32), () -> false);
        try (var files = Files.list(folder.resolve("run"))) {
            assertThat(files.map(file -> file.getFileName().toString()).sorted())
                    .containsExactly("step-00000016.safetensors", "step-00000020.safetensors");
        }
    }

    @Test
    void aLossThatIsNoNumberStopsTheRunWithAdvice() {
        assertThatThrownBy(() -> train("run", settings(3, 1e30, SGD, Precision.FP32), () -> false))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("the loss is NaN at step")
                .hasMessageContaining("try a lower --lr");
    }

    @Test
    void aCheckpointOfAnotherModelIsRefused() throws IOException {
        train("run", settings(1, 0.05, SGD, Precision.FP32), () -> false);
        var other = new Trainer(
                Zoo.model("mlp", DATA.shape(), 3),
                settings(2, 0.05, SGD, Precision.FP32),
                DATA,
                new Checkpoints(folder.resolve("run")),
                List.of());
        try (other) {
            assertThatThrownBy(() -> other.fit(() -> false)).hasMessageContaining("belongs to another model");
        }
    }
}
