package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.telemetry.hardware.HostMemory;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.NativeMemory;
import dev.stoker.tensor.NativeSettings;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.internal.step.StepCase;
import dev.stoker.train.internal.step.StepRun;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.SyntheticStep;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Memory is measured for the whole GPU: nothing else may use it meanwhile. */
@Tag("gpu")
class TrainingGpuTest {
    private static final Device GPU = new Device.Cuda(0);
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);
    private static final StripedImages DATA = new StripedImages(300, 32);

    @TempDir
    Path folder;

    @BeforeAll
    static void useDeterministicAlgorithms() {
        LibTorch.whyNoCuda().ifPresent(Assumptions::abort);
        NativeSettings.defaults().withDeterministicAlgorithms().apply();
    }

    @AfterAll
    static void restoreSettings() {
        NativeSettings.defaults().withCudnnBenchmarkLimit(0).apply();
    }

    private static TrainingSettings settings(int epochs, StepSettings step) {
        return new TrainingSettings(
                epochs,
                new LearningRateSettings(0.05, new LearningRateSchedule.Cosine(), 0.5),
                SGD,
                step,
                GPU,
                new Seed(1),
                LoopSettingsFixtures.plain());
    }

    @ParameterizedTest
    @EnumSource
    void itLearnsInEveryPrecision(Precision precision) {
        var reports = new ArrayList<TrainingObserver.EpochReport>();
        var observer = new TrainingObserver() {
            @Override
            public void epochFinished(EpochReport report) {
                reports.add(report);
            }
        };
        try (var trainer = new Trainer(
                ModelZoo.model("cnn", DATA.shape(), 3),
                settings(8, StepSettings.plain(precision)),
                DATA,
                new SafetensorsCheckpoints(folder),
                List.of(observer))) {
            assertThat(trainer.fit(() -> false)).isInstanceOfSatisfying(Trainer.Outcome.Finished.class, finished -> {
                assertThat(finished.validation().accuracy()).isGreaterThan(0.9);
                assertThat(finished.training().loss()).isLessThan(0.5);
            });
        }
        assertThat(reports.getLast().stepping().captured()).isTrue();
    }

    /** Trains a net whose operators are deterministic, until asked to stop. */
    private byte[] train(String run, RecordingData data, StepSettings step, BooleanSupplier stop) throws IOException {
        var file = folder.resolve("model");
        try (var trainer = new Trainer(
                SmallResidualNet.of(data.shape(), 3),
                settings(3, step),
                data,
                new SafetensorsCheckpoints(Files.createDirectories(folder.resolve(run))),
                List.of())) {
            assertThat(trainer.fit(stop)).isNotNull();
            trainer.save(file, Map.of());
            return Files.readAllBytes(file);
        }
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 9, 13, 25})
    void aRunThatWasStoppedSeesTheSameBatchesAndEndsWithTheSameBits(int stopAfter) throws IOException {
        for (var precision : List.of(Precision.FP32, Precision.BF16, Precision.FP16_WHOLE)) {
            var step = StepCase.everything(precision).settings();
            var whole = new RecordingData(DATA);
            byte[] expected = train("whole " + precision, whole, step, () -> false);

            var begun = new RecordingData(DATA);
            var asked = new AtomicInteger(); // after each step, and before each batch of an evaluation
            train("parts " + precision, begun, step, () -> asked.incrementAndGet() >= stopAfter);
            var rest = new RecordingData(DATA);
            byte[] continued = train("parts " + precision, rest, step, () -> false);

            // A batch that was prefetched when the run stopped was not trained on, and comes again.
            var trained = new ArrayList<>(begun.seen());
            if (trained.getLast().equals(rest.seen().getFirst())) {
                trained.removeLast();
            }
            assertThat(trained).hasSizeBetween(1, 29);
            trained.addAll(rest.seen());
            assertThat(trained).isEqualTo(whole.seen()).hasSize(30).doesNotHaveDuplicates();
            assertThat(continued).as("%s", precision).isEqualTo(expected);
        }
    }

    private static StepRun open(StepSettings settings) {
        return StepRun.open(
                SmallResidualNet.of(DATA.shape(), 3),
                new StripedImages(320, 32),
                new Optimizer.Settings.Sgd(0.9, 0, false),
                settings,
                new StepRun.Configuration(GPU, new Seed(7), 0.02));
    }

    /** A loss scale at which every gradient overflows: steps are skipped, when replayed too, until it has decreased. */
    @ParameterizedTest
    @EnumSource(names = {"FP16", "FP16_WHOLE"})
    void anOverflowSkipsTheStepHalvesTheScaleAndTrainingContinues(Precision precision) {
        double tooLarge = 0x1p40;
        try (var run = open(StepSettings.plain(precision))) {
            double first = run.loss(10);
            assertThat(run.step().isCaptured()).isTrue();
            long skipped = run.step().describe().overflows();
            run.state("loss_scale.scale").fillInPlace(tooLarge);
            var before = run.parameters();
            run.next();
            assertThat(run.parameters()).usingRecursiveComparison().isEqualTo(before);
            assertThat(run.state("loss_scale.scale").value()).isEqualTo(tooLarge / 2);
            assertThat(run.step().describe().overflows()).isEqualTo(skipped + 1);

            run.next(150);
            assertThat(run.state("loss_scale.scale").value()).isBetween(1.0, 0x1p30);
            assertThat(run.parameters()).usingRecursiveComparison().isNotEqualTo(before);
            assertThat(run.loss(10)).isLessThan(0.8 * first);
        }
    }

    @Test
    void threeHundredReplayedStepsUseNoMoreMemory() {
        try (var run = open(StepCase.everything(Precision.BF16).settings())) {
            run.next(20).synchronize();
            assertThat(run.step().isCaptured()).isTrue();
            long device = GpuSettings.usedMemory(GPU);
            long pointers = NativeMemory.livePointers();
            long resident = HostMemory.resident().count();
            run.next(300).synchronize();
            assertThat(GpuSettings.usedMemory(GPU)).as("memory of the GPU").isEqualTo(device);
            assertThat(NativeMemory.livePointers()).as("native objects").isEqualTo(pointers);
            assertThat(HostMemory.resident().count() - resident)
                    .as("growth of resident memory")
                    .isLessThan(24L << 20);
        }
    }

    @Test
    void replaysAreTimedOnTheDevice() {
        var model = SmallResidualNet.of(DATA.shape(), 3);
        var settings = StepSettings.plain(Precision.BF16);
        try (var step = SyntheticStep.open(model, 256, settings, GPU)) {
            assertThat(step.replayMilliseconds(1)).isEmpty();
            for (int i = 0; i < 5; i++) {
                step.run();
            }
            double few = step.replayMilliseconds(50).orElseThrow();
            assertThat(few).isBetween(0.01, 100.0);
            assertThat(step.replayMilliseconds(200).orElseThrow()).isBetween(few / 3, 3 * few);
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"FP32", "BF16", "FP16_WHOLE"})
    void closedStepsReleaseTheirMemory(Precision precision) {
        var settings = StepCase.everything(precision).settings();
        var used = new ArrayList<Long>();
        for (int i = 0; i < 8; i++) {
            try (var run = open(settings)) {
                run.next(10);
                assertThat(run.step().isCaptured()).isTrue();
            }
            used.add(GpuSettings.usedMemory(GPU));
        }
        assertThat(used.getLast() - used.get(2)).as("%s", used).isLessThanOrEqualTo(2L << 20);
    }
}
