package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.Model;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.telemetry.hardware.HostMemory;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.LibTorch;
import dev.stoker.tensor.NativeMemory;
import dev.stoker.tensor.NativeSettings;
import dev.stoker.tensor.cuda.GpuSettings;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.checkpoint.SlowCheckpointsTrial;
import dev.stoker.train.evaluation.TestTimeAugmentation;
import dev.stoker.train.internal.step.StepCase;
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
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Warm-up, evaluation and checkpoints of a whole run on a GPU, compared with the same run operator by operator. */
@Tag("gpu")
class WarmUpGpuTest {
    private static final Device GPU = new Device.Cuda(0);
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);

    /** The last batch of each epoch has 12 images. */
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

    /** Measures memory after each epoch as well. */
    private static final class MemoryObserver extends RecordingObserver {
        final List<Long> device = new ArrayList<>();
        final List<Long> resident = new ArrayList<>();
        final List<Long> pointers = new ArrayList<>();

        @Override
        public void epochFinished(EpochReport report) {
            super.epochFinished(report);
            device.add(GpuSettings.usedMemory(GPU));
            resident.add(HostMemory.resident().count());
            pointers.add(NativeMemory.livePointers());
        }
    }

    private record Run(Trainer.Outcome.Finished finished, MemoryObserver observer, Map<String, float[]> weights) {}

    private Run train(
            String name, Model model, TrainingData data, int epochs, StepSettings step, TestTimeAugmentation views)
            throws IOException {
        var observer = new MemoryObserver();
        var loop = LoopSettings.builder().testTimeAugmentation(views).build();
        var settings = new TrainingSettings(
                epochs,
                new LearningRateSettings(0.02, new LearningRateSchedule.Cosine(), 0.5),
                SGD,
                step,
                GPU,
                new Seed(1),
                loop);
        var run = Files.createDirectories(folder.resolve(name));
        var checkpoints = new SafetensorsCheckpoints(run, 2, Optional.of(folder.resolve(name + ".best")));
        var file = folder.resolve(name + ".model");
        try (var trainer = new Trainer(model, settings, data, checkpoints, List.of(observer))) {
            var finished = (Trainer.Outcome.Finished) trainer.fit(() -> false);
            trainer.save(file, Map.of());
            return new Run(finished, observer, SavedTensors.floats(file));
        }
    }

    /** Names of tensors that differ by more than rounding, and by how much. */
    private static List<String> differences(Map<String, float[]> one, Map<String, float[]> other, double allowed) {
        var differences = new ArrayList<String>();
        one.forEach((name, values) -> {
            var others = Objects.requireNonNull(other.get(name), name);
            double most = 0;
            for (int i = 0; i < values.length; i++) {
                double difference = Math.abs(values[i] - others[i]) / (1 + Math.abs(others[i]));
                most = Double.isNaN(difference) ? Double.POSITIVE_INFINITY : Math.max(most, difference);
            }
            if (most > allowed) {
                differences.add("%s by %s".formatted(name, most));
            }
        });
        return differences;
    }

    @ParameterizedTest
    @EnumSource(names = {"FP32", "BF16", "FP16"})
    void warmUpLeavesNoTrace(Precision precision) throws IOException {
        var model = SmallResidualNet.of(DATA.shape(), 3);
        var step = StepCase.everything(precision).settings();
        var eager = train("eager", model, DATA, 3, step.withoutCapture(), TestTimeAugmentation.NONE);
        var captured = train("captured", model, DATA, 3, step, TestTimeAugmentation.NONE);
        assertThat(eager.observer.warmUps).isEmpty();
        assertThat(captured.observer.warmUps).hasSize(1);
        assertThat(captured.observer.warmUps.getFirst().captured()).isTrue();
        assertThat(captured.observer.epochs.getFirst().stepping().captured()).isTrue();
        assertThat(differences(captured.weights, eager.weights, precision == Precision.FP32 ? 1e-5 : 2e-2))
                .as("weights after 30 steps in %s", precision)
                .isEmpty();
        assertThat(captured.finished.progress().elapsedTime().warmUp()).isPositive();
        assertThat(captured.finished.progress().elapsedTime().training())
                .isBetween(0.0, captured.finished.progress().seconds());
    }

    /** Of 300 images the last batch has 44 and is padded to 64; of 320 all are full; of 20 there is one partial batch. */
    @ParameterizedTest
    @CsvSource({"300, NONE", "300, FLIP", "300, SHIFTS", "320, SHIFTS", "20, NONE"})
    void capturedEvaluationGivesTheMetricsOfTheEagerOne(int images, TestTimeAugmentation views) throws IOException {
        var data = new StripedImages(images, Math.min(64, images - images / 3));
        var model = SmallResidualNet.of(data.shape(), 3);
        var step = StepSettings.plain(Precision.FP32);
        var eager = train("eager", model, data, 2, step.withoutCapture(), views);
        var captured = train("captured", model, data, 2, step, views);
        for (int i = 0; i < 2; i++) {
            var expected = eager.observer.epochs.get(i).validation().orElseThrow();
            var test = captured.observer.epochs.get(i).validation().orElseThrow();
            assertThat(test.images()).isEqualTo(expected.images()).isEqualTo(images);
            assertThat(Math.abs(test.loss() - expected.loss()))
                    .as("loss %s of epoch %d where operator by operator it is %s", test.loss(), i, expected.loss())
                    .isLessThan(1e-4);
            assertThat(Math.abs(test.accuracy() - expected.accuracy()))
                    .as("accuracy %s of epoch %d, expected %s", test.accuracy(), i, expected.accuracy())
                    .isLessThanOrEqualTo(2.0 / images);
        }
    }

    @Test
    void aCheckpointHoldsTheStateOfItsStepThoughTheDeviceContinuedBeforeItWasFetched() throws IOException {
        new SlowCheckpointsTrial(folder, GPU).compare();
    }

    /** Each end of an epoch evaluates and keeps a checkpoint, and sometimes the best weights. */
    @Test
    void aHundredEpochsOfTwentyStepsUseNoMoreMemory() throws IOException {
        var data = new StripedImages(630, 32); // a partial batch at the end of each epoch
        var run = train(
                "long",
                ModelZoo.model("cnn", data.shape(), 3),
                data,
                100,
                StepSettings.plain(Precision.BF16),
                TestTimeAugmentation.NONE);
        var observer = run.observer;
        assertThat(run.finished.progress().step()).isEqualTo(2_000);
        assertThat(observer.device.getLast() - observer.device.get(20))
                .as("memory of the GPU, epoch by epoch: %s", observer.device)
                .isLessThanOrEqualTo(2L << 20);
        assertThat(observer.pointers.getLast() - observer.pointers.get(20))
                .as("native objects, epoch by epoch: %s", observer.pointers)
                .isLessThan(100);
        assertThat(observer.resident.getLast() - observer.resident.get(20))
                .as("resident memory, epoch by epoch: %s", observer.resident)
                .isLessThan(48L << 20);
    }
}
