package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Seed;
import dev.stoker.nn.Model;
import dev.stoker.nn.SafetensorsFile;
import dev.stoker.nn.Zoo;
import dev.stoker.telemetry.Memory;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.GpuSettings;
import dev.stoker.tensor.NativeMemory;
import dev.stoker.tensor.Natives;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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

/** What happens around the steps of a whole run on a GPU, against the same run operator by operator. */
@Tag("gpu")
class ReadyGpuTest {
    private static final Device GPU = new Device.Cuda(0);
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 5e-4, true);

    /** The last batch of each epoch has 12 pictures. */
    private static final Stripes DATA = new Stripes(300, 32);

    @TempDir
    Path folder;

    @BeforeAll
    static void aGpuComputesTheSameTwice() {
        Natives.whyNoCuda().ifPresent(Assumptions::abort);
        Natives.useDeterministicAlgorithms(true);
        GpuSettings.search(0);
        GpuSettings.allowTf32(false);
    }

    @AfterAll
    static void asItWas() {
        Natives.useDeterministicAlgorithms(false);
    }

    private static final class Heard implements TrainingObserver {
        final List<ReadyReport> ready = new ArrayList<>();
        final List<EpochReport> epochs = new ArrayList<>();
        final List<Long> device = new ArrayList<>();
        final List<Long> resident = new ArrayList<>();
        final List<Long> pointers = new ArrayList<>();

        @Override
        public void gotReady(ReadyReport report) {
            ready.add(report);
        }

        @Override
        public void epochFinished(EpochReport report) {
            epochs.add(report);
            device.add(GpuSettings.usedMemory(GPU));
            resident.add(Memory.resident().count());
            pointers.add(NativeMemory.livePointers());
        }
    }

    private record Run(Trainer.Outcome.Finished finished, Heard heard, Map<String, float[]> weights) {}

    private Run train(String name, Model model, TrainingData data, int epochs, StepSettings step, Views views)
            throws IOException {
        var heard = new Heard();
        var loop = new LoopSettings(new Interval.Epochs(1), views, 0, 0, 0, 1000, 1000);
        var settings = new TrainSettings(
                epochs, new LearningRate(0.02, new Schedule.Cosine(), 0.5), SGD, step, GPU, new Seed(1), loop);
        var run = Files.createDirectories(folder.resolve(name));
        var checkpoints = new Checkpoints(run, 2, Optional.of(folder.resolve(name + ".best")));
        var file = folder.resolve(name + ".model");
        try (var trainer = new Trainer(model, settings, data, checkpoints, List.of(heard))) {
            var finished = (Trainer.Outcome.Finished) trainer.fit(() -> false);
            trainer.save(file, Map.of());
            return new Run(finished, heard, weights(file));
        }
    }

    private static Map<String, float[]> weights(Path path) {
        var weights = new LinkedHashMap<String, float[]>();
        try (var _ = TensorScope.open("reading");
                var file = SafetensorsFile.open(path)) {
            for (var name : file.names()) {
                var stored = Objects.requireNonNull(file.tensors().get(name));
                var tensor = Tensor.zeros(
                        stored.type(),
                        Device.CPU,
                        stored.sizes().stream().mapToLong(Long::longValue).toArray());
                file.copy(name, tensor);
                weights.put(name, tensor.toFloat().toHost().toArray(ValueLayout.JAVA_FLOAT));
            }
        }
        return weights;
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
    void gettingReadyLeavesNoTrace(Precision precision) throws IOException {
        var model = SmallNet.of(DATA.shape(), 3);
        var step = StepCase.everything(precision).settings();
        var eager = train("eager", model, DATA, 3, step.withoutCapture(), Views.NONE);
        var ready = train("ready", model, DATA, 3, step, Views.NONE);
        assertThat(eager.heard.ready).isEmpty();
        assertThat(ready.heard.ready).hasSize(1);
        assertThat(ready.heard.ready.getFirst().captured()).isTrue();
        assertThat(ready.heard.epochs.getFirst().stepping().captured()).isTrue();
        assertThat(differences(ready.weights, eager.weights, precision == Precision.FP32 ? 1e-5 : 2e-2))
                .as("weights behind 30 steps in %s", precision)
                .isEmpty();
        assertThat(ready.finished.progress().effort().ready()).isPositive();
        assertThat(ready.finished.progress().effort().training())
                .isBetween(0.0, ready.finished.progress().seconds());
    }

    /** Of 300 pictures the last batch has 44 and is shown as 64; of 320 all are full; of 20 there is one full and one short. */
    @ParameterizedTest
    @CsvSource({"300, NONE", "300, MIRROR", "300, SHIFTS", "320, SHIFTS", "20, NONE"})
    void capturedEvaluationAnswersAsTheEagerOneDoes(int pictures, Views views) throws IOException {
        var data = new Stripes(pictures, Math.min(64, pictures - pictures / 3));
        var model = SmallNet.of(data.shape(), 3);
        var step = StepSettings.plain(Precision.FP32);
        var eager = train("eager", model, data, 2, step.withoutCapture(), views);
        var captured = train("captured", model, data, 2, step, views);
        for (int i = 0; i < 2; i++) {
            var expected = eager.heard.epochs.get(i).test().orElseThrow();
            var test = captured.heard.epochs.get(i).test().orElseThrow();
            assertThat(test.images()).isEqualTo(expected.images()).isEqualTo(pictures);
            assertThat(Math.abs(test.loss() - expected.loss()))
                    .as("loss %s of epoch %d where operator by operator it is %s", test.loss(), i, expected.loss())
                    .isLessThan(1e-4);
            assertThat(Math.abs(test.accuracy() - expected.accuracy()))
                    .as("accuracy %s of epoch %d, expected %s", test.accuracy(), i, expected.accuracy())
                    .isLessThanOrEqualTo(2.0 / pictures);
        }
    }

    @Test
    void aCheckpointHoldsTheStateOfItsStepThoughTheDeviceWentOnBeforeItWasFetched() throws IOException {
        new SlowCheckpoints(folder, GPU).compare();
    }

    /** Each end of an epoch evaluates, keeps a checkpoint, and now and then the best weights. */
    @Test
    void aHundredEpochsOfTwentyStepsTakeNoMoreMemory() throws IOException {
        var data = new Stripes(630, 32); // a short batch at the end of each
        var run = train(
                "long", Zoo.model("cnn", data.shape(), 3), data, 100, StepSettings.plain(Precision.BF16), Views.NONE);
        var heard = run.heard;
        assertThat(run.finished.progress().step()).isEqualTo(2_000);
        assertThat(heard.device.getLast() - heard.device.get(20))
                .as("memory of the GPU, epoch by epoch: %s", heard.device)
                .isLessThanOrEqualTo(2L << 20);
        assertThat(heard.pointers.getLast() - heard.pointers.get(20))
                .as("native objects, epoch by epoch: %s", heard.pointers)
                .isLessThan(100);
        assertThat(heard.resident.getLast() - heard.resident.get(20))
                .as("resident memory, epoch by epoch: %s", heard.resident)
                .isLessThan(48L << 20);
    }
}
