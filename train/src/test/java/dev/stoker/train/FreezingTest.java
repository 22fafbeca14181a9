package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.WeightNamePatterns;
import dev.stoker.nn.Weights;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FreezingTest {
    private static final StripedImages DATA = new StripedImages(300, 32);

    @TempDir
    Path folder;

    private static TrainingSettings settings(Optimizer.Settings optimizer) {
        return new TrainingSettings(
                2,
                new LearningRateSettings(0.05, new LearningRateSchedule.Constant(), 0),
                optimizer,
                StepSettings.plain(Precision.FP32),
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(5, 100));
    }

    private static Map<String, byte[]> bytes(Weights weights) {
        var bytes = new LinkedHashMap<String, byte[]>();
        weights.all().forEach((name, tensor) -> bytes.put(name, tensor.toHost().toArray(ValueLayout.JAVA_BYTE)));
        return bytes;
    }

    /** The weights before and after training. */
    private record Run(Map<String, byte[]> before, Map<String, byte[]> after) {
        List<String> changed() {
            return before.keySet().stream()
                    .filter(name -> !java.util.Arrays.equals(before.get(name), after.get(name)))
                    .toList();
        }
    }

    private Run train(String run, Optimizer.Settings optimizer, String frozen, BooleanSupplier stop) throws Exception {
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve(run)));
        var seen = new AtomicReference<Weights>();
        var before = new LinkedHashMap<String, byte[]>();
        var settings = settings(optimizer);
        var trainingPhases = TrainingPhases.of(ModelZoo.model("cnn", DATA.shape(), 3), DATA, settings.epochs());
        try (var trainer = new Trainer(trainingPhases, settings, checkpoints, List.of(), weights -> {
            weights.freeze(WeightNamePatterns.parse(frozen));
            seen.set(weights);
            before.putAll(bytes(weights));
        })) {
            assertThat(trainer.fit(stop)).isNotNull();
            return new Run(before, bytes(seen.get()));
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void frozenWeightsAndTheirStatisticsStayBitForBit(boolean sgd) throws Exception {
        // Weight decay changes every parameter of an optimizer, with a gradient or without.
        Optimizer.Settings optimizer =
                sgd ? new Optimizer.Settings.Sgd(0.9, 0.1, true) : new Optimizer.Settings.AdamW(0.9, 0.999, 0.1);
        assertThat(train("run", optimizer, "features", () -> false).changed())
                .containsExactly(
                        "classifier.0.weight", "classifier.0.bias", "classifier.2.weight", "classifier.2.bias");
    }

    @Test
    void aBatchNormThatIsOnlyPartlyFrozenKeepsUpdatingItsStatistics() throws Exception {
        var sgd = new Optimizer.Settings.Sgd(0.9, 0.1, true);
        assertThat(train("run", sgd, "features.1.weight,features.4,features.5", () -> false)
                        .changed())
                .containsExactly(
                        "features.0.weight",
                        "features.1.bias",
                        "features.1.running_mean",
                        "features.1.running_var",
                        "features.1.num_batches_tracked",
                        "classifier.0.weight",
                        "classifier.0.bias",
                        "classifier.2.weight",
                        "classifier.2.bias");
    }

    @Test
    void aFrozenRunThatWasStoppedContinuesToTheSameBits() throws Exception {
        var sgd = new Optimizer.Settings.Sgd(0.9, 5e-4, true);
        var whole = train("whole", sgd, "features.0", () -> false).after();
        var steps = new AtomicInteger();
        train("parts", sgd, "features.0", () -> steps.incrementAndGet() >= 7);
        assertThat(train("parts", sgd, "features.0", () -> false).after())
                .usingRecursiveComparison()
                .isEqualTo(whole);
    }
}
