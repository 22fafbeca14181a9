package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Task;
import dev.stoker.core.TaskMetric;
import dev.stoker.datasets.Datasets;
import dev.stoker.job.plan.Plan;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RunSummaryTest {
    @TempDir
    private Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(
                Path.of(Datasets.BUILT_IN), folder, List.of("model=mlp", "device=cpu", "epochs=2"), settings);
    }

    private Path written(String metrics) throws IOException {
        Path run = Files.createDirectories(folder.resolve("20260102-030405-old"));
        Files.writeString(run.resolve("plan.yaml"), "model: [flatten]\ndata: /data/photos/\nepochs: 9\n");
        Files.writeString(run.resolve("metrics.jsonl"), metrics);
        return run;
    }

    private static TaskMetric accuracy(double value) {
        return new TaskMetric(Task.CLASSIFICATION, value);
    }

    @Test
    void aMultiLabelRunIsJudgedByItsMeanAveragePrecision() throws IOException {
        var run = RunSummary.of(written("""
            {"kind":"epoch","step":4,"epoch":1,"validation_map":0.75,"validation_loss":0.5}
            {"kind":"epoch","step":8,"epoch":2,"validation_map":0.5,"validation_loss":0.4}
            {"kind":"test","step":8,"test_map":0.25,"test_loss":0.5}
            """));
        assertThat(run.metric()).hasValue(new TaskMetric(Task.MULTI_LABEL, 0.75));
        assertThat(run.testMetric()).hasValue(new TaskMetric(Task.MULTI_LABEL, 0.25));
        assertThat(run.fields())
                .containsEntry("best_validation_map", 0.75)
                .containsEntry("test_map", 0.25)
                .doesNotContainKey("best_validation_accuracy");
    }

    @Test
    void aFinishedRunSaysWhatItReached() {
        var result = TestRuns.run(plan("name=mine"));
        var run = RunSummary.of(new RunFinder(folder).find("mine"));
        assertThat(run.state()).isEqualTo(RunSummary.State.FINISHED);
        assertThat(run.model()).isEqualTo("mlp");
        assertThat(run.data()).isEqualTo(Datasets.BUILT_IN);
        assertThat(run.epochs()).isEqualTo(2);
        assertThat(run.plannedEpochs()).isEqualTo(2);
        assertThat(run.metric()).hasValue(accuracy(result.bestSoFar().bestAccuracy()));
        assertThat(run.testMetric()).hasValue(accuracy(result.evaluation().accuracy()));
        assertThat(run.imagesPerSecond()).isPresent();
        assertThat(run.problem()).isEmpty();
    }

    @Test
    void aRunIsRunningUntilItIsStopped() {
        try (var job = TrainingJob.start(plan())) {
            var steps = new AtomicInteger();
            assertThat(job.run(List.of(), () -> {
                        assertThat(RunSummary.of(job.folder()).state()).isEqualTo(RunSummary.State.RUNNING);
                        return steps.incrementAndGet() >= 3;
                    }))
                    .isEmpty();
            assertThat(RunSummary.of(job.folder()).state()).isEqualTo(RunSummary.State.STOPPED);
        }
    }

    @Test
    void aFailureIsNamed() {
        try (var job = TrainingJob.start(plan("lr=1e30"))) {
            assertThatThrownBy(job::run).hasMessageContaining("the loss is NaN");
            var run = RunSummary.of(job.folder());
            assertThat(run.state()).isEqualTo(RunSummary.State.FAILED);
            assertThat(run.problem().orElseThrow()).startsWith("the loss is NaN");
        }
    }

    @Test
    void aRunFromBeforeThereWereThreeSplitsIsRead() throws IOException {
        var run = RunSummary.of(written("""
            {"kind":"step","step":20,"epoch":1,"train_loss":2.0,"lr":0.1}
            {"kind":"epoch","step":40,"epoch":1,"test_loss":0.9,"test_accuracy":0.5,"images_per_second":100.5}
            {"kind":"evaluation","step":50,"epoch":2,"test_loss":0.7,"test_accuracy":0.75}
            {"kind":"epoch","step":80,"epoch":2,"test_loss":null,"test_accuracy":0.7,"images_per_second":90,"seconds":1e1}
            {"kind":"epoch","step":120,"epoch":3,"test_lo\
            """));
        assertThat(run.metric()).hasValue(accuracy(0.75));
        assertThat(run.loss()).hasValue(0.7);
        assertThat(run.testMetric()).isEmpty();
        assertThat(run.epochs()).isEqualTo(2);
        assertThat(run.imagesPerSecond()).hasValue(90);
        assertThat(run.seconds()).hasValue(10);
        assertThat(run.model()).isEqualTo("layers");
        assertThat(run.data()).isEqualTo("photos");
        assertThat(run.state()).isEqualTo(RunSummary.State.STOPPED);
    }

    @Test
    void aDamagedRunIsListedWithTheReason() throws IOException {
        Path run = written("\u0000\u0000 nothing\n{}\n");
        assertThat(RunSummary.of(run).epochs()).isZero();
        Files.writeString(run.resolve("state.json"), "{\"state\":\"runn");
        assertThat(RunSummary.of(run).state()).isEqualTo(RunSummary.State.STOPPED);
        Files.writeString(run.resolve("plan.yaml"), "a: [");
        var damaged = RunSummary.of(run);
        assertThat(damaged.state()).isEqualTo(RunSummary.State.DAMAGED);
        assertThat(damaged.problem().orElseThrow()).contains("plan.yaml, line ");
    }
}
