package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import dev.stoker.data.BatchShare;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.collective.RendezvousStore;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import dev.stoker.train.step.WeightAveraging;
import java.io.IOException;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WeightAveragingTest {
    /** Ten batches of the same size per epoch. */
    private static final StripedImages DATA = new StripedImages(300, 30);

    private static final Optional<WeightAveraging> FROM_HALF = Optional.of(new WeightAveraging(0.5));

    private static final Optional<WeightAveraging> OFTEN = Optional.of(new WeightAveraging(0.5, new Interval.Steps(5)));

    @TempDir
    Path folder;

    private static TrainingSettings settings(int epochs, Optional<WeightAveraging> averaging) {
        return new TrainingSettings(
                        epochs,
                        new LearningRateSettings(0.05, new LearningRateSchedule.Constant(), 0),
                        new Optimizer.Settings.Sgd(0.9, 5e-4, true),
                        StepSettings.plain(Precision.FP32),
                        Device.CPU,
                        new Seed(1),
                        LoopSettingsFixtures.writing(3, 4))
                .withAveraging(averaging);
    }

    private Path train(String run, Model model, TrainingSettings settings, BooleanSupplier stop) throws IOException {
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve(run)));
        try (var trainer = new Trainer(model, settings, DATA, checkpoints, List.of())) {
            assertThat(trainer.fit(stop)).isNotNull();
            var file = folder.resolve(run + ".safetensors");
            trainer.save(file, Map.of());
            return file;
        }
    }

    private Map<String, float[]> trained(String run, Model model, TrainingSettings settings) throws IOException {
        return SavedTensors.floats(train(run, model, settings, () -> false));
    }

    private static Model perceptron() {
        return ModelZoo.model("mlp", DATA.shape(), 3);
    }

    @Test
    void theResultIsTheMeanOfTheWeightsAtTheEndsOfTheLastEpochs() throws IOException {
        var third = trained("third", perceptron(), settings(3, Optional.empty()));
        var fourth = trained("fourth", perceptron(), settings(4, Optional.empty()));
        var averaged = trained("averaged", perceptron(), settings(4, FROM_HALF));
        assertThat(averaged).hasSameSizeAs(fourth);
        averaged.forEach((name, values) -> {
            for (int i = 0; i < values.length; i++) {
                double mean = 0.5 * (value(third, name, i) + value(fourth, name, i));
                assertThat((double) values[i]).as(name).isEqualTo(mean, within(1e-6));
            }
        });
        assertThat(averaged.get("hidden.0.weight")).isNotEqualTo(fourth.get("hidden.0.weight"));
    }

    private static double value(Map<String, float[]> weights, String name, int index) {
        return Objects.requireNonNull(weights.get(name), name)[index];
    }

    @Test
    void everySoManyStepsAndAtTheEndWeightsAreAdded() throws IOException {
        var steps = new WeightAveraging(0.5, new Interval.Steps(30));
        var last = trained("last", perceptron(), settings(4, Optional.empty()));
        var third = trained("third", perceptron(), settings(3, Optional.empty()));
        var averaged = trained("averaged", perceptron(), settings(4, Optional.of(steps)));
        double mean = 0.5 * (value(third, "hidden.0.weight", 7) + value(last, "hidden.0.weight", 7));
        assertThat(value(averaged, "hidden.0.weight", 7)).isEqualTo(mean, within(1e-6));
    }

    /** Of the images themselves, since batch norm is the first layer; running averages would forget the first batches. */
    @Test
    void batchNormHasTheStatisticsOfTrainingBatches() throws IOException {
        var model = new Model(
                "norm first",
                DATA.shape(),
                3,
                Layer.Sequential.of(new Layer.BatchNorm2d(1), new Layer.Flatten(), new Layer.Linear(64, 3)));
        var averaged = trained("averaged", model, settings(2, FROM_HALF));
        var plain = trained("plain", model, settings(2, Optional.empty()));
        double mean = meanPixel();
        assertThat(value(averaged, "0.running_mean", 0)).isEqualTo(mean, within(1e-5));
        assertThat(value(plain, "0.running_mean", 0)).isNotCloseTo(mean, within(1e-5));
    }

    private static double meanPixel() {
        double sum = 0;
        int pixels = 0;
        try (var feed = DATA.validation(BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    for (int i = 0; i < batch.size() * 64; i++) {
                        sum += (Byte.toUnsignedInt(batch.rows().get(ValueLayout.JAVA_BYTE, i)) / 255.0 - 0.2) / 0.2;
                        pixels++;
                    }
                }
            }
        }
        return sum / pixels;
    }

    /** Stopped in steps, in evaluations and while statistics are computed. */
    @ParameterizedTest
    @ValueSource(ints = {5, 30, 60, 75, 88, 90, 95})
    void aResumedRunEndsWithTheSameBits(int questions) throws IOException {
        var model = SmallResidualNet.of(DATA.shape(), 3);
        var whole = train("whole", model, settings(4, FROM_HALF), () -> false);
        int[] asked = {0};
        train("part", model, settings(4, FROM_HALF), () -> ++asked[0] >= questions);
        assertThat(asked[0]).isEqualTo(questions);
        var resumed = train("part", model, settings(4, FROM_HALF), () -> false);
        assertThat(Files.readAllBytes(resumed)).isEqualTo(Files.readAllBytes(whole));
    }

    @Test
    void aRunThatIsContinuedForMoreEpochsAveragesAtTheEndOfThose() throws IOException {
        var model = SmallResidualNet.of(DATA.shape(), 3);
        var whole = train("whole", model, settings(5, FROM_HALF), () -> false);
        train("part", model, settings(2, FROM_HALF), () -> false);
        var continued = train("part", model, settings(5, FROM_HALF), () -> false);
        assertThat(Files.readAllBytes(continued)).isEqualTo(Files.readAllBytes(whole));
    }

    @Test
    void severalRanksHaveTheAverageOfOne() throws Exception {
        try (var store = RendezvousStore.open(Duration.ofSeconds(30))) {
            var alone = RankThread.alone(folder, images(BatchShare.ALL), OFTEN);
            var plain = RankThread.alone(folder, images(BatchShare.ALL));
            var results = RankThread.train(rank(0, store), rank(1, store));
            results.forEach(result -> result.assertSameAs(alone));
            assertThat(alone.weights().get("hidden.0.weight"))
                    .isNotEqualTo(plain.weights().get("hidden.0.weight"));
        }
    }

    private RankThread rank(int number, RendezvousStore store) {
        return new RankThread(folder, images(new BatchShare(number, 2)), store.port(), OFTEN);
    }

    private static SharedImages images(BatchShare share) {
        return new SharedImages(DATA, share);
    }

    @Test
    void anAverageByTheClockIsRefused() {
        assertThatThrownBy(() -> new WeightAveraging(0.5, new Interval.Time(60)))
                .hasMessage("weights are averaged every so many epochs or steps, got Time[seconds=60.0]");
        assertThatThrownBy(() -> new WeightAveraging(1)).hasMessageContaining("above 0 and below 1, got 1.0");
    }
}
