package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.Weights;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Clipping;
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
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A CPU needs no warm-up; a simulated GPU does one, so that what is left of it in the result can be seen bit by bit. */
class WarmUpTest {
    private static final StripedImages DATA = new StripedImages(300, 32);

    @TempDir
    Path folder;

    private static Optimizer.Settings optimizer(String name) {
        return switch (name) {
            case "sgd" -> new Optimizer.Settings.Sgd(0.9, 5e-4, true);
            case "muon" -> new Optimizer.Settings.Muon(0.9, 0.01);
            default -> new Optimizer.Settings.AdamW(0.9, 0.999, 0.01);
        };
    }

    /** With everything that has state from step to step. */
    private static TrainingSettings settings(String optimizer, Precision precision) {
        var step = StepSettings.builder(precision)
                .labelSmoothing(0.1)
                .microBatches(2)
                .clipping(new Clipping.Norm(1))
                .mixing(new MixupCutmixSettings(0.4, 1))
                .averageDecay(0.9)
                .lookahead(4)
                .build();
        return new TrainingSettings(
                2,
                new LearningRateSettings(0.02, new LearningRateSchedule.Cosine(), 0.5),
                optimizer(optimizer),
                step,
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(3, 4));
    }

    private static TrainingPhases trainingPhases() {
        return TrainingPhases.of(SmallResidualNet.of(DATA.shape(), 3), DATA, 2);
    }

    private record Start(SimulatedDevice device, BooleanSupplier stop, RecordingObserver observer) {
        static Start withWarmUp() {
            return new Start(SimulatedDevice.gpu(), () -> false, new RecordingObserver());
        }

        static Start withoutWarmUp() {
            return new Start(SimulatedDevice.cpu(_ -> {}), () -> false, new RecordingObserver());
        }
    }

    private TrainingProgress train(String run, TrainingPhases trainingPhases, TrainingSettings settings, Start start)
            throws IOException {
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve(run)));
        try (var trainer =
                start.device.trainer(trainingPhases, settings, checkpoints, List.of(start.observer), _ -> {})) {
            return switch (trainer.fit(start.stop)) {
                case Trainer.Outcome.Finished finished -> finished.progress();
                case Trainer.Outcome.Stopped stopped -> stopped.progress();
            };
        }
    }

    /** Everything that the last checkpoint keeps, except times. */
    private Map<String, Integer> state(String run) throws IOException {
        Path last;
        try (var files = Files.list(folder.resolve(run))) {
            last = files.max(Path::compareTo).orElseThrow();
        }
        var state = SavedTensors.hashes(last);
        assertThat(state).hasSizeGreaterThan(20);
        return state;
    }

    @ParameterizedTest
    @CsvSource({"sgd, FP32", "adamw, FP32", "muon, FP32", "sgd, BF16_WHOLE"})
    void itLeavesNoTraceInTheResult(String optimizer, Precision precision) throws IOException {
        var settings = settings(optimizer, precision);
        var start = Start.withWarmUp();
        var without = Start.withoutWarmUp();
        train("without", trainingPhases(), settings, without);
        var progress = train("with", trainingPhases(), settings, start);
        assertThat(start.observer.warmUps).hasSize(1);
        assertThat(start.observer.warmUps.getFirst().seconds()).isPositive();
        assertThat(progress.elapsedTime().warmUp())
                .isEqualTo(start.observer.warmUps.getFirst().seconds());
        compare(start.observer.tests(), without.observer.tests());
        assertThat(state("with")).isEqualTo(state("without"));
    }

    /** The last of ten test batches has 12 images; it is padded to 32, and the padding does not count. */
    private static void compare(List<Evaluation> padded, List<Evaluation> unpadded) {
        assertThat(padded).hasSameSizeAs(unpadded).isNotEmpty();
        for (int i = 0; i < unpadded.size(); i++) {
            var expected = unpadded.get(i);
            var test = padded.get(i);
            assertThat(test.images()).isEqualTo(expected.images()).isEqualTo(300);
            assertThat(test.loss()).isCloseTo(expected.loss(), within(1e-5));
            assertThat(test.accuracy()).isCloseTo(expected.accuracy(), within(1.01 / 300));
            assertThat(test.confusion().orElseThrow().perClass())
                    .extracting(ConfusionMatrix.ClassMetrics::images)
                    .containsExactly(100L, 100L, 100L);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {3, 10, 14})
    void aRunThatWarmsUpAgainWhenItIsResumedEndsWithTheSameBits(int stopAfter) throws IOException {
        var settings = settings("sgd", Precision.FP32);
        train("without", trainingPhases(), settings, Start.withoutWarmUp());
        var steps = new AtomicInteger();
        BooleanSupplier stop = () -> steps.incrementAndGet() >= stopAfter;
        var first = train(
                "with", trainingPhases(), settings, new Start(SimulatedDevice.gpu(), stop, new RecordingObserver()));
        var second = train("with", trainingPhases(), settings, Start.withWarmUp());
        assertThat(second.step()).isEqualTo(20);
        assertThat(second.elapsedTime().warmUp())
                .isGreaterThan(first.elapsedTime().warmUp());
        assertThat(second.elapsedTime().training())
                .isGreaterThan(first.elapsedTime().training());
        assertThat(state("with")).isEqualTo(state("without"));
    }

    /** All warm-up steps spoil the weights, as black images may. */
    @Test
    void nanGradientsOfWarmUpLeaveNoTrace() throws IOException {
        var settings = settings("sgd", Precision.FP32);
        train("without", trainingPhases(), settings, Start.withoutWarmUp());
        var weights = new ArrayList<Weights>();
        var observer = new RecordingObserver();
        var spoilt = new AtomicInteger();
        IntConsumer spoil = _ -> {
            if (observer.warmUps.isEmpty()) {
                spoilt.incrementAndGet();
                try (var _ = Gradients.off()) {
                    weights.getFirst()
                            .parameters()
                            .values()
                            .forEach(each -> each.gradient().fillInPlace(Double.NaN));
                }
            }
        };
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve("with")));
        try (var trainer = SimulatedDevice.gpu(spoil)
                .trainer(trainingPhases(), settings, checkpoints, List.of(observer), weights::add)) {
            trainer.fit(() -> false);
        }
        assertThat(spoilt.get()).isGreaterThanOrEqualTo(4);
        assertThat(state("with")).isEqualTo(state("without"));
    }

    /** Warm-up needs more memory than steps do, so it is skipped, and the first step finds out what fits. */
    @Test
    void tooLittleMemoryForItIsNoReasonForSmallerMicroBatches() throws IOException {
        var settings = settings("sgd", Precision.FP32);
        train("without", trainingPhases(), settings, Start.withoutWarmUp());
        var observer = new RecordingObserver();
        var failures = new AtomicInteger();
        IntConsumer full = _ -> {
            if (observer.warmUps.isEmpty()) {
                failures.incrementAndGet();
                throw SimulatedDevice.outOfMemory();
            }
        };
        train("with", trainingPhases(), settings, new Start(SimulatedDevice.gpu(full), () -> false, observer));
        assertThat(failures.get()).isEqualTo(1);
        assertThat(observer.memory).isEmpty();
        assertThat(state("with")).isEqualTo(state("without"));
    }

    @Test
    void aStepThatDoesNotFitIsStillSplitIntoMicroBatches() throws IOException {
        var settings = settings("sgd", Precision.FP32);
        var memory = SimulatedDevice.memoryFor(8);
        var without = new RecordingObserver();
        train("without", trainingPhases(), settings, new Start(SimulatedDevice.cpu(memory), () -> false, without));
        var with = new RecordingObserver();
        train("with", trainingPhases(), settings, new Start(SimulatedDevice.gpu(memory), () -> false, with));
        assertThat(with.memory)
                .isEqualTo(without.memory)
                .containsExactly(new TrainingObserver.MemoryReport(0, 1, 8, 4));
        assertThat(state("with")).isEqualTo(state("without"));
    }

    @Test
    void everyPhaseWarmsUpWithItsOwnBatchSizes() throws IOException {
        var settings = settings("sgd", Precision.FP32);
        train("without", phases(), settings, Start.withoutWarmUp());
        var observer = new RecordingObserver();
        var microBatches = new ArrayList<List<Integer>>();
        IntConsumer watch = count -> {
            if (microBatches.size() <= observer.warmUps.size()) {
                microBatches.add(new ArrayList<>());
            }
            microBatches.get(observer.warmUps.size()).add(count);
        };
        var progress = train("with", phases(), settings, new Start(SimulatedDevice.gpu(watch), () -> false, observer));
        assertThat(observer.warmUps)
                .extracting(TrainingObserver.WarmUpReport::step)
                .containsExactly(0L, 4L);
        // Four steps of 24 in two micro-batches each, and four of the 18 of the last batch of an epoch.
        assertThat(microBatches.getFirst().subList(0, 8)).containsOnly(12);
        assertThat(microBatches.getFirst().subList(8, 16)).containsOnly(9);
        assertThat(microBatches.get(1).subList(8, 16)).containsOnly(24);
        double reported = observer.warmUps.stream()
                .mapToDouble(TrainingObserver.WarmUpReport::seconds)
                .sum();
        assertThat(progress.elapsedTime().warmUp()).isCloseTo(reported, within(1e-9));
        assertThat(state("with")).isEqualTo(state("without"));
    }

    private static TrainingPhases phases() {
        return new TrainingPhases(List.of(phase(90, 24), phase(240, 48)), 0, 0);
    }

    private static TrainingPhase phase(int images, int batch) {
        var data = new StripedImages(images, batch);
        return new TrainingPhase("phase", ModelZoo.model("cnn", data.shape(), 3), data, 1, 1);
    }

    /** Sleeps are a lower bound of what a clock shows: those between steps count, those of evaluations do not. */
    @Test
    void trainingTimeIsThatOfStepsWithoutEvaluationsAndCheckpoints() throws IOException {
        var sleepy = new TrainingObserver() {
            @Override
            public void afterStep(long step) {
                sleep(5);
            }

            @Override
            public void evaluated(EvaluationReport report) {
                sleep(200);
            }

            @Override
            public void checkpointed(TrainingProgress progress) {
                sleep(100);
            }
        };
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve("run")));
        try (var trainer =
                new Trainer(trainingPhases(), settings("sgd", Precision.FP32), checkpoints, List.of(sleepy), _ -> {})) {
            var progress = ((Trainer.Outcome.Finished) trainer.fit(() -> false)).progress();
            // Evaluations and checkpoints of 2 epochs, and those within epochs that were followed by a step.
            assertThat(progress.seconds() - progress.elapsedTime().training()).isGreaterThan(0.2 + 0.1 + 3 * 0.1);
            assertThat(progress.elapsedTime().training()).isGreaterThan(0.005 * (20 - 6));
            assertThat(progress.elapsedTime().warmUp()).isZero();
        }
    }

    private static void sleep(int milliseconds) {
        try {
            Thread.sleep(milliseconds);
        } catch (InterruptedException failure) {
            throw new IllegalStateException(failure);
        }
    }
}
