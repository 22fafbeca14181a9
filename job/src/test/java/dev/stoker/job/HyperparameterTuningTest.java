package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.core.Task;
import dev.stoker.job.internal.run.MetricsLogger;
import dev.stoker.job.internal.run.RunFolder;
import dev.stoker.job.internal.setup.TrainingSettingsFactory;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.setup.CustomParts;
import dev.stoker.job.tune.TuningObserver;
import dev.stoker.tensor.Device;
import dev.stoker.train.TrainingObserver;
import dev.stoker.train.TrainingProgress;
import dev.stoker.train.step.Loss;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class HyperparameterTuningTest {
    private static final Path DATA = SmallTestData.of(600, 100);
    private static final List<String> DEFAULTS = List.of("model=mlp", "epochs=1", "device=cpu");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder.resolve("runs"), DEFAULTS, settings);
    }

    @Test
    void aTunedLearningRateIsWrittenToThePlanAndTrainsAsIfItHadBeenGiven() {
        RunResult found;
        Plan written;
        try (var job = TrainingJob.start(plan("lr=auto", "lr-from=1e-5"))) {
            written = job.plan();
            assertThat(job.tuningNotes())
                    .singleElement()
                    .asString()
                    .startsWith(written.learningRate().lr().chosen() + " by a range test of");
            found = job.run(List.of(), () -> false).orElseThrow();
        }
        assertThat(written.learningRate().lr().chosen()).isBetween(1e-4, 1.0);
        assertThat(PlanFile.read(found.run().resolve("plan.yaml"), Plan.DEFAULTS)
                        .learningRate()
                        .lr())
                .isEqualTo(written.learningRate().lr());
        assertThat(found.run().resolve("lr.svg")).isNotEmptyFile();
        assertThat(found.run().resolve("lr.html")).isNotEmptyFile();
        assertThat(found.run().resolve("lr.json"))
                .content()
                .contains("\"suggestion\":" + written.learningRate().lr().chosen());
        assertThat(run(plan("lr=" + written.learningRate().lr().chosen(), "lr-from=1e-5"))
                        .modelSha256())
                .isEqualTo(found.modelSha256());
        assertThat(run(PlanFile.read(found.run().resolve("plan.yaml"), Plan.DEFAULTS))
                        .modelSha256())
                .isEqualTo(found.modelSha256());
    }

    @Test
    void aTunedBatchIsNoLargerThanTheDataset() {
        try (var job = TrainingJob.start(plan("batch=auto", "accumulate=2"))) {
            assertThat(job.plan().training().batchSize()).isBetween(8, 300);
            assertThat(job.folder().resolve("batch.svg")).isNotEmptyFile();
            assertThat(PlanFile.read(job.folder().resolve("plan.yaml"), Plan.DEFAULTS))
                    .isEqualTo(job.plan());
        }
    }

    @ParameterizedTest
    @CsvSource({"linear, 64, 2, 0.1", "linear, 128, 1, 0.1", "sqrt, 256, 1, 0.1", "none, 256, 1, 0.05"})
    void theLearningRateScalesWithTheImagesPerStep(String scaling, int batch, int accumulate, double rate) {
        var scaled = plan(
                "precision=fp32", "lr=0.05", "lr-scaling=" + scaling, "batch=" + batch, "accumulate=" + accumulate);
        assertThat(scaled.scaledLearningRate()).isEqualTo(rate);
        assertThat(TrainingSettingsFactory.of(
                                scaled, CustomParts.NONE, Loss.crossEntropy(0), Optional.empty(), Device.CPU)
                        .rate()
                        .peak())
                .isEqualTo(rate);
    }

    @Test
    void withoutASuggestionNoRunIsCreated() {
        assertThatThrownBy(() -> TrainingJob.start(plan("lr=auto", "lr-from=1e-12", "lr-to=1e-9")))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("lr auto: no learning rate from 1.0E-12 to 1.0E-9 makes the loss fall");
        assertThatThrownBy(() -> TrainingJob.start(plan("lr=auto", "lr-from=1e6", "lr-to=1e9")))
                .hasMessageStartingWith("lr auto: the loss diverges at a learning rate of 1.1e+06");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void aSearchCanBeStopped() {
        var impatient = new TuningObserver() {
            @Override
            public boolean stopRequested() {
                return true;
            }
        };
        assertThatThrownBy(() -> HyperparameterTuning.rate(plan(), impatient))
                .hasMessage("the learning rate range test was stopped at step 1");
        assertThatThrownBy(() -> HyperparameterTuning.batch(plan(), impatient))
                .hasMessageStartingWith("the search was stopped");
    }

    @Test
    void outOfMemoryIsInTheMetrics() throws IOException {
        try (var run = RunFolder.create(folder, "x", LocalDateTime.of(2026, 1, 1, 0, 0));
                var log = MetricsLogger.open(run, Task.CLASSIFICATION, TrainingProgress.NONE)) {
            log.ranOutOfMemory(new TrainingObserver.MemoryReport(1, 12, 8, 4));
            assertThat(Files.readString(run.metrics()))
                    .contains("\"kind\":\"out_of_memory\",\"step\":12,\"epoch\":2,\"micro_batch\":8,\"accumulate\":4");
        }
    }
}
