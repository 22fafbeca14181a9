package dev.stoker.train.internal.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.train.LoopSettingsFixtures;
import dev.stoker.train.RecordingData;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.Trainer;
import dev.stoker.train.TrainingData;
import dev.stoker.train.TrainingSettings;
import dev.stoker.train.checkpoint.SafetensorsCheckpoints;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.schedule.LearningRateSchedule;
import dev.stoker.train.schedule.LearningRateSettings;
import dev.stoker.train.search.LearningRateFinderResult;
import dev.stoker.train.search.LearningRateFinderSettings;
import dev.stoker.train.step.Clipping;
import dev.stoker.train.step.MixupCutmixSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class LearningRateFinderTest {
    private static final StripedImages DATA = new StripedImages(300, 32);
    private static final LearningRateFinderSettings RANGE = new LearningRateFinderSettings(1e-4, 100, 60);

    @TempDir
    Path folder;

    /** With everything that has state from step to step: statistics, momenta, an average, slow weights, dropout. */
    private Trainer trainer(String run, Optimizer.Settings optimizer, TrainingData data) throws IOException {
        var step = StepSettings.builder(Precision.FP32)
                .labelSmoothing(0.1)
                .microBatches(2)
                .clipping(new Clipping.Norm(1))
                .mixing(new MixupCutmixSettings(0.4, 1))
                .averageDecay(0.9)
                .lookahead(4)
                .build();
        var settings = new TrainingSettings(
                2,
                new LearningRateSettings(0.02, new LearningRateSchedule.Cosine(), 0.5),
                optimizer,
                step,
                Device.CPU,
                new Seed(1),
                LoopSettingsFixtures.writing(3, 4));
        var checkpoints = new SafetensorsCheckpoints(Files.createDirectories(folder.resolve(run)));
        return new Trainer(SmallResidualNet.of(DATA.shape(), 3), settings, data, checkpoints, List.of());
    }

    private byte[] fit(Trainer trainer, String run) throws IOException {
        trainer.fit(() -> false);
        trainer.save(folder.resolve(run + ".model"), Map.of());
        return Files.readAllBytes(folder.resolve(run + ".model"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"sgd", "adamw", "muon"})
    void aRunAfterARangeTestEndsWithTheSameBits(String name) throws IOException {
        var optimizer = switch (name) {
            case "sgd" -> new Optimizer.Settings.Sgd(0.9, 5e-4, true);
            case "muon" -> new Optimizer.Settings.Muon(0.9, 0.01);
            default -> new Optimizer.Settings.AdamW(0.9, 0.999, 0.01);
        };
        byte[] without;
        try (var trainer = trainer("without", optimizer, DATA)) {
            without = fit(trainer, "without");
        }
        var watched = new RecordingData(DATA);
        try (var trainer = trainer("with", optimizer, watched)) {
            var test = trainer.rangeTest(RANGE, _ -> {}, () -> false);
            assertThat(test.points()).hasSizeGreaterThan(20);
            int tried = watched.seen().size();
            assertThat(fit(trainer, "with")).isEqualTo(without);
            assertThat(watched.seen().subList(tried, tried + 20))
                    .as("the run begins with the first batch")
                    .startsWith(watched.seen().getFirst())
                    .hasSize(20);
        }
    }

    @Test
    void aRangeTestThatIsStoppedLeavesNoTraceEither() throws IOException {
        var sgd = new Optimizer.Settings.Sgd(0.9, 0, false);
        byte[] without;
        try (var trainer = trainer("without", sgd, DATA)) {
            without = fit(trainer, "without");
        }
        var steps = new AtomicInteger();
        try (var trainer = trainer("with", sgd, DATA)) {
            assertThatThrownBy(() -> trainer.rangeTest(RANGE, _ -> {}, () -> steps.incrementAndGet() == 7))
                    .isInstanceOf(StokerException.class)
                    .hasMessage("the learning rate range test was stopped at step 7");
            assertThat(fit(trainer, "with")).isEqualTo(without);
        }
    }

    @Test
    void itFindsARateThatTrains() throws IOException {
        try (var trainer = trainer("run", new Optimizer.Settings.Sgd(0.9, 0, false), DATA)) {
            var test = trainer.rangeTest(RANGE, _ -> {}, () -> false);
            assertThat(test.verdict()).isInstanceOfSatisfying(LearningRateFinderResult.Found.class, found -> {
                assertThat(found.suggestion()).isBetween(1e-3, 1.0);
                assertThat(found.suggestion()).isLessThanOrEqualTo(found.lowest());
            });
        }
    }

    /** More steps than the data has batches: the data starts again. */
    @Test
    void aRangeTestMayBeLongerThanTheData() throws IOException {
        var once = new RecordingData(new StripedImages(64, 32));
        try (var trainer = trainer("run", new Optimizer.Settings.Sgd(0.9, 0, false), once)) {
            trainer.rangeTest(new LearningRateFinderSettings(1e-9, 1e-8, 30), _ -> {}, () -> false);
        }
        assertThat(once.seen()).hasSize(30);
    }
}
