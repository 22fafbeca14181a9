package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.TestTimeAugmentation;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainerTest {
    private static final StripedImages DATA = new StripedImages(300, 32);
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);
    private static final Optimizer.Settings ADAMW = new Optimizer.Settings.AdamW(0.9, 0.999, 0.01);

    private static final Optimizer.Settings MUON = new Optimizer.Settings.Muon(0.9, 0.01);

    @TempDir
    Path folder;

    private static TrainingSettings settings(
            int epochs, double rate, Optimizer.Settings optimizer, Precision precision) {
        return new TrainingSettings(
                epochs,
                new LearningRateSettings(rate, new LearningRateSchedule.Cosine(), 0.5),
                optimizer,
                smoothed(precision),
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(3, 4));
    }

    private static StepSettings smoothed(Precision precision) {
        return StepSettings.builder(precision).labelSmoothing(0.1).build();
    }

    private Trainer trainer(String run, TrainingSettings settings, TrainingObserver... observers) throws IOException {
        var checkpoints = Files.createDirectories(folder.resolve(run));
        return new Trainer(
                ModelZoo.model("cnn", DATA.shape(), 3),
                settings,
                DATA,
                new SafetensorsCheckpoints(checkpoints),
                List.of(observers));
    }

    private byte[] train(String run, TrainingSettings settings, BooleanSupplier stop) throws IOException {
        try (var trainer = trainer(run, settings)) {
            var outcome = trainer.fit(stop);
            trainer.save(folder.resolve("model"), Map.of());
            assertThat(outcome).isNotNull();
            return Files.readAllBytes(folder.resolve("model"));
        }
    }

    @Test
    void aFailureWhileATrainerIsBuiltLeavesNoScopeOpen() {
        var phases = TrainingPhases.of(ModelZoo.model("cnn", DATA.shape(), 3), DATA, 1);
        try (var _ = TensorScope.open("outer")) {
            assertThatThrownBy(() -> new Trainer(
                            phases,
                            settings(1, 0.1, SGD, Precision.FP32),
                            new SafetensorsCheckpoints(folder),
                            List.of(),
                            _ -> {
                                throw new StokerException("no such weights");
                            }))
                    .hasMessage("no such weights");
        }
    }

    @ParameterizedTest
    @CsvSource({"SGD, FP32", "SGD, BF16", "ADAMW, FP32", "MUON, FP32"})
    void itLearns(String optimizer, Precision precision) throws IOException {
        var chosen = switch (optimizer) {
            case "SGD" -> SGD;
            case "MUON" -> MUON;
            default -> ADAMW;
        };
        try (var trainer = trainer("run", settings(6, chosen.equals(ADAMW) ? 0.003 : 0.05, chosen, precision))) {
            assertThat(trainer.fit(() -> false)).isInstanceOfSatisfying(Trainer.Outcome.Finished.class, finished -> {
                assertThat(finished.validation().accuracy()).isGreaterThan(0.9);
                assertThat(finished.training().loss()).isLessThan(0.8);
                assertThat(finished.progress().step()).isEqualTo(6 * 10);
            });
        }
    }

    private static TrainingSettings settings(int epochs, double rate, LoopSettings loop) {
        return new TrainingSettings(
                epochs,
                new LearningRateSettings(rate, new LearningRateSchedule.Constant(), 0),
                SGD,
                StepSettings.plain(Precision.FP32),
                Device.CPU,
                new Seed(1),
                loop);
    }

    private Trainer.Outcome.Finished finish(String run, TrainingSettings settings, TrainingObserver... observers)
            throws IOException {
        try (var trainer = trainer(run, settings, observers)) {
            var outcome = trainer.fit(() -> false);
            assertThat(outcome).isInstanceOf(Trainer.Outcome.Finished.class);
            return (Trainer.Outcome.Finished) outcome;
        }
    }

    @ParameterizedTest
    @CsvSource({"1epoch, '10,20,30'", "2epochs, '20,30'", "8steps, '8,16,24,30'", "1h, '30'", "10steps, '10,20,30'"})
    void itEvaluatesAtItsIntervalAndAtTheEnd(String every, String steps) throws IOException {
        var observer = new RecordingObserver();
        var finished = finish(
                "run",
                settings(
                        3,
                        0.02,
                        LoopSettings.builder()
                                .evaluateEvery(Interval.parse(every))
                                .build()),
                observer);
        assertThat(observer.evaluatedSteps())
                .containsExactlyElementsOf(
                        Stream.of(steps.split(",")).map(Long::valueOf).toList());
        assertThat(observer.epochs).hasSize(3);
        assertThat(observer.epochs.getLast().validation()).contains(finished.validation());
        assertThat(finished.end()).isEqualTo(LoopSettings.StopReason.ALL_EPOCHS);
    }

    @Test
    void howOftenItEvaluatesDoesNotChangeTheModel() throws IOException {
        var often = settings(
                2,
                0.02,
                LoopSettings.builder()
                        .evaluateEvery(new Interval.Steps(3))
                        .testTimeAugmentation(TestTimeAugmentation.FLIP)
                        .build());
        var seldom = settings(2, 0.02, LoopSettingsFixtures.plain());
        assertThat(train("often", often, () -> false)).isEqualTo(train("seldom", seldom, () -> false));
    }

    @Test
    void aLimitOfStepsStopsWithinAnEpochAndARunWithMoreStepsContinuesFromThere() throws IOException {
        var limited = LoopSettings.builder().maxSteps(14).build();
        var observer = new RecordingObserver();
        var finished = finish("run", settings(3, 0.02, limited), observer);
        assertThat(finished.end()).isEqualTo(LoopSettings.StopReason.MAX_STEPS);
        assertThat(finished.progress().step()).isEqualTo(14);
        assertThat(observer.evaluatedSteps()).containsExactly(10L, 14L);
        var again = finish("run", settings(3, 0.02, limited));
        assertThat(again.validation().loss()).isEqualTo(finished.validation().loss());
        assertThat(again.training()).isEqualTo(finished.training());

        var whole = train("whole", settings(3, 0.02, LoopSettingsFixtures.plain()), () -> false);
        assertThat(train("run", settings(3, 0.02, LoopSettingsFixtures.plain()), () -> false))
                .isEqualTo(whole);
    }

    @Test
    void aLimitOfTimeStopsTheRun() throws IOException {
        var limited = LoopSettings.builder().maxSeconds(1e-6).build();
        var finished = finish("run", settings(3, 0.02, limited));
        assertThat(finished.end()).isEqualTo(LoopSettings.StopReason.MAX_TIME);
        assertThat(finished.progress().step()).isEqualTo(1);
        assertThat(finished.validation().images()).isEqualTo(300);
    }

    /** A learning rate that changes nothing in 32 bits: no evaluation is better than the first. */
    @Test
    void evaluationsWithoutImprovementStopTheRun() throws IOException {
        var stopping = LoopSettings.builder()
                .evaluateEvery(new Interval.Steps(2))
                .earlyStoppingPatience(3)
                .build();
        var still = new TrainingSettings(
                9,
                new LearningRateSettings(1e-30, new LearningRateSchedule.Constant(), 0),
                new Optimizer.Settings.Sgd(0, 0, false),
                StepSettings.plain(Precision.FP32),
                Device.CPU,
                new Seed(1),
                stopping);
        var observer = new RecordingObserver();
        var mlp = new Trainer(
                ModelZoo.model("mlp", DATA.shape(), 3),
                still,
                DATA,
                new SafetensorsCheckpoints(folder, 1, Optional.of(folder.resolve("best"))),
                List.of(observer));
        try (mlp) {
            assertThat(mlp.fit(() -> false)).isInstanceOfSatisfying(Trainer.Outcome.Finished.class, finished -> {
                assertThat(finished.end()).isEqualTo(LoopSettings.StopReason.NO_IMPROVEMENT);
                assertThat(finished.progress().bestSoFar().bestStep()).isEqualTo(2);
            });
        }
        assertThat(observer.evaluatedSteps()).containsExactly(2L, 4L, 6L, 8L);
        assertThat(observer.evaluations)
                .extracting(TrainingObserver.EvaluationReport::best)
                .containsExactly(true, false, false, false);
    }

    @Test
    void theBestModelIsKeptBesidesTheLastWithItsMetrics() throws IOException {
        var best = folder.resolve("best.safetensors");
        var observer = new RecordingObserver();
        Trainer.Outcome.Finished finished;
        var trainer = new Trainer(
                ModelZoo.model("cnn", DATA.shape(), 3),
                settings(
                        4,
                        0.05,
                        LoopSettings.builder()
                                .evaluateEvery(new Interval.Steps(4))
                                .build()),
                DATA,
                new SafetensorsCheckpoints(Files.createDirectories(folder.resolve("c")), 1, Optional.of(best)),
                List.of(observer));
        try (trainer) {
            finished = (Trainer.Outcome.Finished) trainer.fit(() -> false);
        }
        var expected = observer.evaluations.stream()
                .filter(TrainingObserver.EvaluationReport::best)
                .toList()
                .getLast();
        assertThat(observer.evaluations)
                .allMatch(report ->
                        report.validation().accuracy() <= expected.validation().accuracy());
        assertThat(finished.progress().bestSoFar().bestStep()).isEqualTo(expected.step());
        try (var file = SafetensorsFile.open(best)) {
            assertThat(file.metadata())
                    .containsEntry("step", Long.toString(expected.step()))
                    .containsEntry(
                            "validation_accuracy",
                            Double.toString(expected.validation().accuracy()));
        }
        try (var files = Files.list(folder.resolve("c"))) {
            assertThat(files).hasSize(1);
        }
    }

    /** The flip of a column is a column: the class stays, so the mean of both is as good, and not the same. */
    @Test
    void testTimeFlipsChangeTheLoss() throws IOException {
        train("run", settings(2, 0.02, LoopSettingsFixtures.plain()), () -> false);
        var plain =
                finish("run", settings(2, 0.02, LoopSettingsFixtures.plain())).validation();
        var both = finish(
                        "run",
                        settings(
                                2,
                                0.02,
                                LoopSettings.builder()
                                        .testTimeAugmentation(TestTimeAugmentation.FLIP)
                                        .build()))
                .validation();
        assertThat(both.loss()).isNotEqualTo(plain.loss());
        assertThat(both.accuracy()).isGreaterThan(0.5);
    }

    @Test
    void theConfusionMatrixCountsEveryImageOnce() throws IOException {
        var validation =
                finish("run", settings(3, 0.05, LoopSettingsFixtures.plain())).validation();
        var confusion = validation.confusion().orElseThrow();
        assertThat(confusion.perClass())
                .extracting(ConfusionMatrix.ClassMetrics::images)
                .containsExactly(100L, 100L, 100L);
        long right = confusion.count(0, 0) + confusion.count(1, 1) + confusion.count(2, 2);
        assertThat(right / 300.0).isEqualTo(validation.accuracy());
        assertThat(validation.top5Accuracy()).isEqualTo(1);
    }

    /** Nothing reads the loss before the checkpoint does. */
    @Test
    void nanWeightsDoNotReplaceTheLastGoodCheckpoint() throws IOException {
        train("run", settings(1, 0.02, LoopSettingsFixtures.plain()), () -> false);
        var wild = new TrainingSettings(
                2,
                new LearningRateSettings(1e30, new LearningRateSchedule.Constant(), 0),
                SGD,
                StepSettings.plain(Precision.FP32),
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(1000, 1));
        for (int i = 0; i < 2; i++) {
            assertThatThrownBy(() -> train("run", wild, () -> false))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining(
                            "of epoch 2; the last checkpoint, of step 10, is from before: try a lower learning rate");
        }
        var finished = finish("run", settings(2, 0.02, LoopSettingsFixtures.plain()));
        assertThat(finished.validation().loss()).isFinite();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 4, 10, 11, 17, 29})
    void aRunStoppedAtAnyStepContinuesToTheSameBits(int stopAfter) throws IOException {
        for (var optimizer : List.of(SGD, ADAMW, MUON)) {
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

    /** The next batch is prefetched before the host waits for a step: its failure must not precede the result of that step. */
    @Test
    void aBatchThatFailsAfterAnEpochLeavesThatEpochInACheckpoint() throws IOException {
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve("run")));
        var observer = new RecordingObserver();
        var data = new RecordingData(DATA, DATA.batchesPerEpoch());
        try (var trainer = new Trainer(
                ModelZoo.model("cnn", DATA.shape(), 3),
                settings(2, 0.05, LoopSettingsFixtures.plain()),
                data,
                checkpoints,
                List.of(observer))) {
            assertThatThrownBy(() -> trainer.fit(() -> false))
                    .isInstanceOf(StokerException.class)
                    .hasMessage("batch 10 is damaged");
        }
        assertThat(observer.epochs).hasSize(1);
        assertThat(folder.resolve("run"))
                .isDirectoryContaining(file -> file.getFileName().toString().contains("10"));
    }

    @Test
    void aNanLossStopsTheRunWithAdvice() {
        assertThatThrownBy(() -> train("run", settings(3, 1e30, SGD, Precision.FP32), () -> false))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("the loss is NaN at step")
                .hasMessageContaining("there is no checkpoint from before, so start again: try a lower learning rate");
    }

    @Test
    void aNanLossAfterACheckpointNamesItsStep() throws IOException {
        train("run", settings(1, 0.05, SGD, Precision.FP32), () -> false);
        assertThatThrownBy(() -> train("run", settings(3, 1e30, SGD, Precision.FP32), () -> false))
                .hasMessageContaining("the last checkpoint, of step 10, is from before");
    }

    @Test
    void aCheckpointOfAnotherModelIsAnError() throws IOException {
        train("run", settings(1, 0.05, SGD, Precision.FP32), () -> false);
        var other = new Trainer(
                ModelZoo.model("mlp", DATA.shape(), 3),
                settings(2, 0.05, SGD, Precision.FP32),
                DATA,
                new SafetensorsCheckpoints(folder.resolve("run")),
                List.of());
        try (other) {
            assertThatThrownBy(() -> other.fit(() -> false)).hasMessageContaining("belongs to another model");
        }
    }
}
