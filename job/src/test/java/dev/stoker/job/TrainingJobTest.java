package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainingJobTest {
    @TempDir
    static Path shared;

    @TempDir
    Path folder;

    @SuppressWarnings("NullAway.Init")
    private static Path data;

    @BeforeAll
    static void writeData() throws IOException {
        data = SmallData.write(shared.resolve("data"), 600, 200);
    }

    private Plan plan(String... settings) {
        Plan plan = Plan.DEFAULTS
                .with("data", data.toString())
                .with("model", "mlp")
                .with("epochs", "2")
                .with("runs", folder.toString())
                .with("log-every", "4")
                .with("checkpoint-every", "3");
        for (String setting : settings) {
            plan = plan.with(setting.split("=", 2)[0], setting.split("=", 2)[1]);
        }
        return plan;
    }

    private static RunResult run(Plan plan) {
        try (var job = TrainingJob.start(plan)) {
            return job.run(List.of(), () -> false).orElseThrow();
        }
    }

    @Test
    void aRunLeavesEverythingInItsFolder() throws IOException {
        var result = run(plan("name=first"));
        assertThat(result.run().getFileName().toString()).matches("\\d{8}-\\d{6}-first");
        try (var files = Files.list(result.run())) {
            assertThat(files.map(file -> file.getFileName().toString().replaceAll("tfevents.*", "tfevents"))
                            .sorted())
                    .containsExactly(
                            ".lock",
                            "checkpoints",
                            "events.out.tfevents",
                            "metrics.jsonl",
                            "model.safetensors",
                            "plan.yaml");
        }
        assertThat(Files.readAllLines(result.run().resolve("metrics.jsonl")))
                .filteredOn(line -> line.startsWith("{\"kind\":\"epoch\""))
                .hasSize(2)
                .allMatch(line -> line.contains("\"test_accuracy\":"));
        assertThat(result.testAccuracy()).isGreaterThan(0.3);
    }

    @Test
    void thePlanInTheFolderRepeatsTheRunExactly() {
        var first = run(plan("seed=5"));
        var again = run(PlanFile.read(first.run().resolve("plan.yaml"), Plan.DEFAULTS));
        assertThat(again.modelSha256()).isEqualTo(first.modelSha256());
        assertThat(again.trainLoss()).isEqualTo(first.trainLoss());
        assertThat(again.run()).isNotEqualTo(first.run());
        assertThat(run(plan("seed=6")).modelSha256()).isNotEqualTo(first.modelSha256());
    }

    @Test
    void theNumberOfWorkersDoesNotChangeTheResult() {
        assertThat(run(plan("workers=1")).modelSha256())
                .isEqualTo(run(plan("workers=4")).modelSha256());
    }

    @Test
    void aResumedRunEndsWithTheSameModelAndTheSameMetrics() throws IOException {
        var whole = run(plan());
        Path parts;
        try (var job = TrainingJob.start(plan())) {
            var steps = new AtomicInteger();
            parts = job.folder();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() > 7)).isEmpty();
        }
        try (var job = TrainingJob.resume(parts.toString(), folder, Map.of())) {
            var result = job.run(List.of(), () -> false).orElseThrow();
            assertThat(result.modelSha256()).isEqualTo(whole.modelSha256());
            assertThat(result.testLoss()).isEqualTo(whole.testLoss());
            assertThat(result.trainLoss()).isEqualTo(whole.trainLoss());
        }
        assertThat(metrics(parts)).isEqualTo(metrics(whole.run()));
    }

    /** Without the fields that depend on the clock. */
    private static List<String> metrics(Path run) throws IOException {
        return Files.readAllLines(run.resolve("metrics.jsonl")).stream()
                .map(line -> line.replaceAll(",\"images_per_second\".*", ""))
                .toList();
    }

    @Test
    void aFinishedRunGoesOnWithMoreEpochs() throws IOException {
        var first = run(plan());
        try (var job = TrainingJob.resume(first.run().getFileName().toString(), folder, Map.of("epochs", "3"))) {
            assertThat(job.run(List.of(), () -> false).orElseThrow().epochs()).isEqualTo(3);
        }
        assertThat(metrics(first.run()))
                .filteredOn(line -> line.contains("\"epoch\","))
                .hasSize(3);
        assertThatThrownBy(() -> TrainingJob.resume(first.run().toString(), folder, Map.of("epochs", "1")))
                .hasMessageContaining("has already trained 3 epochs, more than the 1 asked for");
    }

    @Test
    void resumingWithAnotherModelIsRefused() {
        var first = run(plan());
        assertThatThrownBy(() -> TrainingJob.resume(first.run().toString(), folder, Map.of("model", "cnn")))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("was started with model mlp and cannot continue with cnn");
    }

    @Test
    void aFolderThatIsNoRunIsRefused() {
        assertThatThrownBy(() -> TrainingJob.resume(data.toString(), folder, Map.of()))
                .hasMessageContaining("is no run: it has no plan.yaml");
        assertThatThrownBy(() -> TrainingJob.resume("nowhere", folder, Map.of()))
                .hasMessageContaining("nowhere is no run");
    }

    @Test
    void aSecondJobInTheSameFolderIsRefused() {
        try (var job = TrainingJob.start(plan())) {
            assertThatThrownBy(() -> TrainingJob.resume(job.folder().toString(), folder, Map.of()))
                    .hasMessageContaining("another process is training in");
        }
    }

    @Test
    void aPlanThatCannotWorkLeavesNoFolderBehind() throws IOException {
        assertThatThrownBy(() -> TrainingJob.start(plan("model=alexnet"))).hasMessageContaining("no model 'alexnet'");
        assertThatThrownBy(() -> TrainingJob.start(plan("data=nowhere"))).hasMessageContaining("no data set 'nowhere'");
        try (var files = Files.list(folder)) {
            assertThat(files).isEmpty();
        }
    }

    @Test
    void aRunsFolderThatCannotBeMadeIsNamed() throws IOException {
        Path file = Files.writeString(folder.resolve("file"), "in the way");
        assertThatThrownBy(() -> TrainingJob.start(plan("runs=" + file.resolve("runs"))))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("cannot make a run folder in")
                .hasMessageContaining("--runs");
    }

    @Test
    void runsThatStartInTheSameSecondGetFoldersOfTheirOwn() {
        try (var one = TrainingJob.start(plan());
                var two = TrainingJob.start(plan())) {
            assertThat(one.folder()).isNotEqualTo(two.folder());
        }
    }
}
