package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.Model;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.internal.step.StepRun;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.DeviceOutOfMemoryException;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.IntConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A simulated device that runs out of memory between the forward and the backward pass. */
class DeviceOutOfMemoryTest {
    private static final int BATCH = 32;
    private static final StripedImages DATA = new StripedImages(300, BATCH);

    @TempDir
    Path folder;

    /** From micro-batch number {@code from} on, too little memory for more than {@code images} at once. */
    private static IntConsumer memoryFor(int images, int from) {
        var seen = new int[1];
        var limit = SimulatedDevice.memoryFor(images);
        return count -> {
            if (++seen[0] >= from) {
                limit.accept(count);
            }
        };
    }

    private static StepSettings step(int accumulate) {
        return StepSettings.builder(Precision.FP32)
                .labelSmoothing(0.1)
                .microBatches(accumulate)
                .averageDecay(0.5)
                .recompute(StepSettings.Recompute.NONE)
                .build();
    }

    private byte[] train(
            String name,
            Model model,
            StepSettings step,
            TrainingData data,
            IntConsumer memory,
            RecordingObserver observer)
            throws IOException {
        var settings = new TrainingSettings(
                2,
                new LearningRateSettings(0.05, new LearningRateSchedule.Cosine(), 0.5),
                new Optimizer.Settings.Sgd(0.9, 5e-4, true),
                step,
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(3, 4));
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve(name)));
        var trainingPhases = TrainingPhases.of(model, data, settings.epochs());
        try (var trainer = SimulatedDevice.cpu(memory)
                .trainer(trainingPhases, settings, checkpoints, List.of(observer), _ -> {})) {
            assertThat(trainer.fit(() -> false)).isInstanceOf(Trainer.Outcome.Finished.class);
        }
        return Files.readAllBytes(folder.resolve(name).resolve("step-00000020.safetensors"));
    }

    private byte[] train(String name, Model model, StepSettings step, IntConsumer memory) throws IOException {
        return train(name, model, step, DATA, memory, new RecordingObserver());
    }

    private Map<String, float[]> weights(String name) {
        var weights = SavedTensors.floats(lastCheckpoint(name));
        weights.keySet().removeIf(each -> !each.startsWith("model."));
        return weights;
    }

    private Path lastCheckpoint(String name) {
        return folder.resolve(name).resolve("step-00000020.safetensors");
    }

    /** Without batch norm it does not matter how a batch is divided, so a run may change that at any step. */
    @ParameterizedTest
    @CsvSource({"16, 1", "16, 5", "8, 5", "5, 13", "1, 19"})
    void aPerceptronReachesTheWeightsOfARunWithSmallMicroBatchesFromTheStart(int images, int from) throws IOException {
        var mlp = ModelZoo.model("mlp", DATA.shape(), 3);
        int microBatches = Integer.highestOneBit(Math.ceilDiv(BATCH, images) * 2 - 1);
        train("small", mlp, step(microBatches), _ -> {});
        train("halved", mlp, step(1), memoryFor(images, from));
        var small = weights("small");
        assertThat(small).isNotEmpty();
        weights("halved").forEach((name, values) -> {
            var expected = Objects.requireNonNull(small.get(name));
            double most = 0;
            for (int i = 0; i < values.length; i++) {
                most = Math.max(most, Math.abs(values[i] - expected[i]));
            }
            assertThat(most).as(name).isLessThan(1e-6);
        });
    }

    /** Running statistics, metrics, momenta and averages are in the checkpoint, so all of them are compared bit by bit. */
    @Test
    void aFailedAttemptLeavesNoTraceInANetWithBatchNorm() throws IOException {
        var model = SmallResidualNet.of(DATA.shape(), 3);
        var small = weightsAfter("small", model, step(4), _ -> {});
        assertThat(weightsAfter("halved", model, step(1), memoryFor(8, 1))).isEqualTo(small);
        assertThat(weightsAfter("whole", model, step(1), _ -> {})).isNotEqualTo(small);
    }

    /** The second of two micro-batches fails: what the first has added to gradients and statistics is undone. */
    @Test
    void aFailureInTheMiddleOfAStepLeavesNoTrace() throws IOException {
        var model = SmallResidualNet.of(DATA.shape(), 3);
        var calls = new int[1];
        IntConsumer second = _ -> {
            if (++calls[0] == 2) {
                throw SimulatedDevice.outOfMemory();
            }
        };
        assertThat(weightsAfter("halved", model, step(2), second))
                .isEqualTo(weightsAfter("small", model, step(4), _ -> {}));
    }

    /** About the weights of a run with enough memory, in one micro-batch; only then are batches divided. */
    @Test
    void activationsAreComputedAgainBeforeBatchesAreDivided() throws IOException {
        var model = SmallResidualNet.deep(DATA.shape(), 3);
        var plain = StepSettings.plain(Precision.FP32);
        var calls = new int[1];
        IntConsumer third = _ -> {
            if (++calls[0] == 3) {
                throw SimulatedDevice.outOfMemory();
            }
        };
        var observer = new RecordingObserver();
        train("recomputed", model, plain, DATA, third, observer);
        assertThat(observer.memory).containsExactly(new TrainingObserver.MemoryReport(0, 3, BATCH, 1, true));
        train("ample", model, plain, _ -> {});
        var ample = weights("ample");
        weights("recomputed")
                .forEach((name, values) -> assertThat(values)
                        .as(name)
                        .containsExactly(Objects.requireNonNull(ample.get(name)), within(1e-3f)));

        var twice = new RecordingObserver();
        train("twice", model, plain, DATA, SimulatedDevice.memoryFor(BATCH / 2), twice);
        assertThat(twice.memory).containsExactly(new TrainingObserver.MemoryReport(0, 1, BATCH / 2, 2, true));
    }

    @Test
    void recomputingAModelWithoutBlocksIsRefused() {
        var blocks = StepSettings.builder(Precision.FP32)
                .recompute(StepSettings.Recompute.BLOCKS)
                .build();
        assertThatThrownBy(() -> train("none", ModelZoo.model("mlp", DATA.shape(), 3), blocks, _ -> {}))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("which mlp has not; use recompute auto or none");
    }

    /** The second pass of a sharpness-aware step fails, while weights are those of the ascent: they return first. */
    @ParameterizedTest
    @EnumSource(names = {"FP32", "BF16_WHOLE"})
    void aFailureAfterAnAscentLeavesNoTrace(Precision precision) throws IOException {
        var model = SmallResidualNet.of(DATA.shape(), 3);
        var ascending = StepSettings.builder(precision).ascent(0.5).recompute(StepSettings.Recompute.NONE);
        var calls = new int[1];
        IntConsumer second = _ -> {
            if (++calls[0] == 2) {
                throw SimulatedDevice.outOfMemory();
            }
        };
        assertThat(weightsAfter("halved", model, ascending.microBatches(1).build(), second))
                .isEqualTo(
                        weightsAfter("small", model, ascending.microBatches(2).build(), _ -> {}));
    }

    /** The tensors of the file, without its metadata, which contains times. */
    private Map<String, Integer> weightsAfter(String name, Model model, StepSettings step, IntConsumer memory)
            throws IOException {
        assertThat(train(name, model, step, memory)).isNotEmpty();
        return SavedTensors.hashes(lastCheckpoint(name));
    }

    @Test
    void everyBatchIsSeenOnceAndTheChangeIsReported() throws IOException {
        var mlp = ModelZoo.model("mlp", DATA.shape(), 3);
        var untroubled = new RecordingData(DATA);
        train("untroubled", mlp, step(1), untroubled, _ -> {}, new RecordingObserver());
        var troubled = new RecordingData(DATA);
        var observer = new RecordingObserver();
        train("troubled", mlp, step(1), troubled, memoryFor(8, 12), observer);
        assertThat(troubled.seen()).hasSizeGreaterThanOrEqualTo(20).isEqualTo(untroubled.seen());
        assertThat(observer.memory).containsExactly(new TrainingObserver.MemoryReport(1, 12, 8, 4));
    }

    /** Memory is released elsewhere once: that attempt is repeated unchanged, and only the next failure halves. */
    @Test
    void microBatchesKeepTheirSizeWhereMemoryIsReleasedElsewhere() {
        for (int failures = 0; failures <= 2; failures++) {
            var left = new int[] {failures};
            var spare = new boolean[] {true};
            var configuration = new StepRun.Configuration(Device.CPU, new Seed(7), 0.02);
            var sgd = new Optimizer.Settings.Sgd(0.9, 0, false);
            var device = SimulatedDevice.cpu(_ -> {
                if (left[0]-- > 0) {
                    throw SimulatedDevice.outOfMemory();
                }
            });
            try (var run =
                    StepRun.open(SmallResidualNet.of(DATA.shape(), 3), DATA, sgd, step(1), configuration, device)) {
                run.step().whenOutOfMemory(() -> {
                    boolean given = spare[0];
                    spare[0] = false;
                    return given;
                });
                run.next();
                assertThat(run.step().microBatches())
                        .as("%d failures", failures)
                        .isEqualTo(failures < 2 ? 1 : 2);
                assertThat(spare[0]).isEqualTo(failures == 0);
            }
        }
    }

    @Test
    void aBatchOfOneThatDoesNotFitIsAnError() {
        var mlp = ModelZoo.model("mlp", DATA.shape(), 3);
        assertThatThrownBy(() -> train("run", mlp, step(1), memoryFor(0, 1)))
                .isInstanceOf(DeviceOutOfMemoryException.class)
                .hasMessage(
                        "cpu has too little memory for a batch of 1; use a smaller model, smaller images or a 16-bit"
                                + " precision")
                .extracting(failure -> ((StokerException) failure).settings())
                .isEqualTo(List.of("model", "size", "precision"));
    }

    @Test
    void withoutHalvingItIsAnError() {
        var mlp = ModelZoo.model("mlp", DATA.shape(), 3);
        assertThatThrownBy(() -> train("run", mlp, step(2).withoutHalving(), memoryFor(15, 1)))
                .isInstanceOf(DeviceOutOfMemoryException.class)
                .hasMessageStartingWith("cpu has too little memory for 16 images at once");
    }

    @Test
    void anotherFailureIsNotMistakenForOutOfMemory() {
        var mlp = ModelZoo.model("mlp", DATA.shape(), 3);
        IntConsumer broken = _ -> {
            throw new IllegalStateException("sizes do not match");
        };
        assertThatThrownBy(() -> train("run", mlp, step(1), broken)).hasMessage("sizes do not match");
    }
}
