package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.NativeMemory;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.MixupCutmixSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
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
import org.junit.jupiter.params.provider.ValueSource;

class TrainingPhasesTest {
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);

    @TempDir
    Path folder;

    private static TrainingPhase phase(int images, int batch, int epochs, double strength) {
        var data = new StripedImages(images, batch);
        return new TrainingPhase(
                "%d images".formatted(images), ModelZoo.model("cnn", data.shape(), 3), data, epochs, strength);
    }

    /** Epochs of 4 steps twice, of 10 twice, and of 5 for the rest. */
    private static TrainingPhases trainingPhases(int patience, double threshold) {
        return new TrainingPhases(
                List.of(phase(90, 24, 2, 0), phase(240, 24, 2, 0.5), phase(240, 48, 1, 1)), patience, threshold);
    }

    private static TrainingSettings settings(int epochs, double rate) {
        return new TrainingSettings(
                epochs,
                new LearningRateSettings(rate, new LearningRateSchedule.Cosine(), 1.5),
                SGD,
                StepSettings.builder(Precision.FP32)
                        .mixing(new MixupCutmixSettings(0.4, 0.4))
                        .averageDecay(0.9)
                        .build(),
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(1, 3));
    }

    private Trainer.Outcome train(
            TrainingPhases trainingPhases,
            String run,
            TrainingSettings settings,
            BooleanSupplier stop,
            RecordingObserver observer)
            throws IOException {
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve(run)));
        try (var trainer = new Trainer(trainingPhases, settings, checkpoints, List.of(observer), _ -> {})) {
            var outcome = trainer.fit(stop);
            trainer.save(folder.resolve(run + ".safetensors"), Map.of());
            return outcome;
        }
    }

    private byte[] model(String run) throws IOException {
        return Files.readAllBytes(folder.resolve(run + ".safetensors"));
    }

    @Test
    void phasesFollowEachOtherWithTheirOwnBatchesAndResults() throws IOException {
        var observer = new RecordingObserver();
        var outcome = train(trainingPhases(0, 0), "run", settings(6, 0.02), () -> false, observer);
        assertThat(outcome).isInstanceOfSatisfying(Trainer.Outcome.Finished.class, finished -> {
            assertThat(finished.progress().step()).isEqualTo(2 * 4 + 2 * 10 + 2 * 5);
            assertThat(finished.progress().phases())
                    .extracting(PhaseResult::epochs, PhaseResult::steps, PhaseResult::images)
                    .containsExactly(
                            org.assertj.core.groups.Tuple.tuple(2, 8L, 180L),
                            org.assertj.core.groups.Tuple.tuple(2, 20L, 480L),
                            org.assertj.core.groups.Tuple.tuple(2, 10L, 480L));
            assertThat(finished.progress().phases().getLast().accuracy())
                    .isEqualTo(finished.validation().accuracy());
        });
        assertThat(observer.phasesStarted)
                .extracting(TrainingObserver.PhaseReport::step)
                .containsExactly(0L, 8L, 28L);
        assertThat(observer.phasesFinished)
                .extracting(TrainingObserver.PhaseReport::step)
                .containsExactly(8L, 28L, 38L);
        assertThat(observer.phasesFinished)
                .extracting(TrainingObserver.PhaseReport::epoch)
                .containsExactly(2, 4, 6);
        assertThat(observer.steps).allMatch(report -> report.steps() == 38);
    }

    /** A warm-up of an epoch and a half is six steps of four; the cosine ends with the last step of all phases. */
    @Test
    void theLearningRateFollowsTheStepsOfAllPhases() throws IOException {
        var observer = new RecordingObserver();
        train(trainingPhases(0, 0), "run", settings(6, 0.02), () -> false, observer);
        var length = new LearningRateSchedule.Length(6, 5, 38);
        for (var report : observer.steps) {
            assertThat(report.rate()).isEqualTo(0.02 * new LearningRateSchedule.Cosine().factor(report.step(), length));
        }
        assertThat(observer.steps).hasSize(38);
        assertThat(observer.steps.getLast().rate()).isLessThan(1e-4);
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 8, 9, 17, 28, 31})
    void aRunStoppedInTheMiddleOfAPhaseOrBetweenTwoContinuesToTheSameBits(int stopAfter) throws IOException {
        train(trainingPhases(0, 0), "whole", settings(6, 0.02), () -> false, new RecordingObserver());
        var steps = new AtomicInteger();
        train(
                trainingPhases(0, 0),
                "parts",
                settings(6, 0.02),
                () -> steps.incrementAndGet() >= stopAfter,
                new RecordingObserver());
        var observer = new RecordingObserver();
        var outcome = train(trainingPhases(0, 0), "parts", settings(6, 0.02), () -> false, observer);
        assertThat(model("parts")).isEqualTo(model("whole"));
        assertThat(outcome)
                .isInstanceOfSatisfying(
                        Trainer.Outcome.Finished.class,
                        finished -> assertThat(finished.progress().phases())
                                .extracting(PhaseResult::images)
                                .containsExactly(180L, 480L, 480L));
    }

    /** Without a learning rate a phase of four epochs ends after the second evaluation without improvement. */
    @Test
    void aPhaseThatNoLongerImprovesLeavesItsEpochsToTheLast() throws IOException {
        var trainingPhases = new TrainingPhases(List.of(phase(90, 24, 4, 1), phase(240, 24, 1, 1)), 2, 0.5);
        var observer = new RecordingObserver();
        train(trainingPhases, "run", settings(6, 1e-9), () -> false, observer);
        assertThat(observer.phasesFinished)
                .extracting(report -> report.result().epochs())
                .containsExactly(3, 3);
        assertThat(observer.steps.getFirst().steps()).isEqualTo(4 * 4 + 2 * 10);
        assertThat(observer.steps.getLast().steps()).isEqualTo(3 * 4 + 3 * 10);

        var patient = new RecordingObserver();
        train(new TrainingPhases(trainingPhases.phases(), 0, 0.5), "patient", settings(6, 1e-9), () -> false, patient);
        assertThat(patient.phasesFinished)
                .extracting(report -> report.result().epochs())
                .containsExactly(4, 2);
    }

    @ParameterizedTest
    @ValueSource(ints = {5, 11, 12, 13})
    void aRunWhosePhasesConvergeContinuesToTheSameBits(int stopAfter) throws IOException {
        var trainingPhases = new TrainingPhases(List.of(phase(90, 24, 4, 1), phase(240, 24, 1, 1)), 2, 0.5);
        train(trainingPhases, "whole", settings(6, 0.001), () -> false, new RecordingObserver());
        var steps = new AtomicInteger();
        train(
                trainingPhases,
                "parts",
                settings(6, 0.001),
                () -> steps.incrementAndGet() >= stopAfter,
                new RecordingObserver());
        train(trainingPhases, "parts", settings(6, 0.001), () -> false, new RecordingObserver());
        assertThat(model("parts")).isEqualTo(model("whole"));
    }

    @Test
    void phasesReleaseTheirMemory() throws IOException {
        long before = NativeMemory.livePointers();
        var within = new ArrayList<Long>();
        var phases = new ArrayList<TrainingPhase>();
        for (int i = 0; i < 6; i++) {
            phases.add(phase(48, i % 2 == 0 ? 24 : 48, 1, 1));
        }
        var observer = new TrainingObserver() {
            @Override
            public void phaseFinished(PhaseReport report) {
                within.add(NativeMemory.livePointers());
            }
        };
        var checkpoints = new SafetensorsCheckpoints(folder);
        try (var trainer = new Trainer(
                new TrainingPhases(phases, 0, 0), settings(6, 0.01), checkpoints, List.of(observer), _ -> {})) {
            trainer.fit(() -> false);
        }
        assertThat(within).hasSize(6).allMatch(count -> count.equals(within.getFirst()));
        assertThat(NativeMemory.livePointers()).isEqualTo(before);
    }
}
