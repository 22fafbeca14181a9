package dev.stoker.job;

import static dev.stoker.job.TestRuns.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.TrainingObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A run that has no checkpoint to resume from. */
class LostCheckpointsTest {
    private static final Path DATA = SmallTestData.of(600, 200);
    private static final List<String> DEFAULTS = List.of("model=mlp", "epochs=2", "log-every=4", "checkpoint-every=3");
    private static final ResumeOptions RESTART = new ResumeOptions(true, false);

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings);
    }

    private static void delete(Path path) throws IOException {
        try (var files = Files.walk(path)) {
            for (var file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    private RunResult resumed(Path run, ResumeOptions options) {
        try (var job = TrainingJob.resume(run.toString(), folder, Map.of(), options)) {
            return job.run(List.of(), () -> false).orElseThrow();
        }
    }

    private void assertRefused(Path run, String... parts) {
        assertThatThrownBy(() -> resumed(run, ResumeOptions.DEFAULTS))
                .isInstanceOf(StokerException.class)
                .hasMessageContainingAll(parts)
                .satisfies(wrong ->
                        assertThat(((StokerException) wrong).settings()).containsExactly("restart"));
    }

    @Test
    void aRunWhoseCheckpointsAreGoneIsRefusedAndKeepsItsMetrics() throws IOException {
        var run = run(plan()).run();
        var metrics = Files.readAllLines(run.resolve("metrics.jsonl"));
        delete(run.resolve("checkpoints"));
        var sentence = new String[] {
            "has no checkpoint in " + run.resolve("checkpoints"),
            metrics.size() + " lines of metrics up to step 20",
            "the final weights (model.safetensors), the best weights (best.safetensors)",
            "start it again from step 0 with restart, which keeps these files in " + run.resolve("before-1")
        };
        assertRefused(run, sentence);
        Files.createDirectory(run.resolve("checkpoints"));
        assertRefused(run, sentence);
        assertThat(Files.readAllLines(run.resolve("metrics.jsonl"))).isEqualTo(metrics);
    }

    /** Stopped in the middle, nothing but the mark tells that there was a checkpoint. */
    @Test
    void aStoppedRunWhoseCheckpointsAndMetricsAreGoneIsRefused() throws IOException {
        Path run = failed(plan(), 7);
        delete(run.resolve("checkpoints"));
        Files.delete(run.resolve("metrics.jsonl"));
        assertRefused(run, "it has had one");
    }

    @Test
    void aRestartKeepsEverythingUnderAnotherNameAndEndsWithTheSameBits() throws IOException {
        var first = run(plan());
        var metrics = Files.readAllLines(first.run().resolve("metrics.jsonl"));
        delete(first.run().resolve("checkpoints"));
        assertThat(resumed(first.run(), RESTART).modelSha256()).isEqualTo(first.modelSha256());
        var before = first.run().resolve("before-1");
        assertThat(Files.readAllLines(before.resolve("metrics.jsonl"))).isEqualTo(metrics);
        assertThat(before)
                .isDirectoryContaining("glob:**model.safetensors")
                .isDirectoryContaining("glob:**best.safetensors")
                .isDirectoryContaining("glob:**confusion.csv")
                .isDirectoryContaining("glob:**fingerprint.gz")
                .isDirectoryContaining("glob:**plan.yaml")
                .isDirectoryContaining("glob:**events.*");
        assertThat(Files.readAllLines(first.run().resolve("metrics.jsonl")))
                .hasSize(metrics.size() + 1)
                .first()
                .isEqualTo("{\"kind\":\"restart\",\"step\":0,\"epoch\":1,\"before\":\"before-1\"}");
        try (var job = TrainingJob.resume(first.run().toString(), folder, Map.of(), RESTART)) {
            assertThat(job.resumeNotes())
                    .containsExactly("started again from step 0; what it had written is in "
                            + first.run().resolve("before-2"));
        }
        assertThat(first.run().resolve("before-2/checkpoints")).isNotEmptyDirectory();
        assertThat(Files.readAllLines(before.resolve("metrics.jsonl"))).isEqualTo(metrics);
    }

    /** A run that fails after a step, as one that is killed there. */
    private Path failed(Plan plan, long step) {
        try (var job = TrainingJob.start(plan)) {
            var observer = new TrainingObserver() {
                @Override
                public void afterStep(long done) {
                    if (done == step) {
                        throw new IllegalStateException("killed");
                    }
                }
            };
            assertThatThrownBy(() -> job.run(List.of(observer), () -> false)).hasMessage("killed");
            return job.folder();
        }
    }

    @Test
    void aRunThatWasKilledBeforeItsFirstCheckpointStartsAgainUnasked() throws IOException {
        String whole = run(plan()).modelSha256();
        Path run = failed(plan("checkpoint-every=9", "log-every=1"), 6);
        assertThat(Files.readAllLines(run.resolve("metrics.jsonl"))).isNotEmpty();
        try (var job = TrainingJob.resume(run.toString(), folder, Map.of())) {
            assertThat(job.resumeNotes())
                    .containsExactly("starts at step 0: it was stopped before its first checkpoint");
            assertThat(job.run(List.of(), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole);
        }
        assertThat(run.resolve("before-1")).doesNotExist();
    }

    @Test
    void anEvaluationBeforeTheFirstCheckpointIsKept() throws IOException {
        var settings = new String[] {"checkpoint-every=9", "evaluate-every=3steps"};
        String whole = run(plan(settings)).modelSha256();
        Path run = failed(plan(settings), 6);
        var metrics = Files.readString(run.resolve("metrics.jsonl"));
        assertThat(metrics).contains("\"kind\":\"evaluation\"");
        assertThat(resumed(run, ResumeOptions.DEFAULTS).modelSha256()).isEqualTo(whole);
        assertThat(run.resolve("before-1/metrics.jsonl")).hasContent(metrics);
    }

    @Test
    void aRunWithNothingButAPlanStartsAtItsBeginning() {
        Path run;
        try (var job = TrainingJob.start(plan())) {
            run = job.folder();
        }
        assertThat(resumed(run, ResumeOptions.DEFAULTS).epochs()).isEqualTo(2);
    }

    /** Runs of older versions have no mark: whatever was recorded counts. */
    @Test
    void aRunOfAnOlderVersionWithoutCheckpointsIsRefusedWhereMetricsAreThere() throws IOException {
        Path run = failed(plan("checkpoint-every=9", "log-every=1"), 6);
        Files.delete(run.resolve("fingerprint.gz"));
        assertRefused(run, "5 lines of metrics up to step 5");
        Files.delete(run.resolve("metrics.jsonl"));
        assertThat(resumed(run, ResumeOptions.DEFAULTS).epochs()).isEqualTo(2);
    }

    @Test
    void aFileThatIsInTheWayOfAnArchiveIsLeftAlone() throws IOException {
        var run = run(plan()).run();
        Files.writeString(run.resolve("before-1"), "mine");
        resumed(run, RESTART);
        assertThat(run.resolve("before-1")).hasContent("mine");
        assertThat(run.resolve("before-2/model.safetensors")).exists();
    }

    /** Checkpoints are moved first and the mark last: whatever is left is refused, and can be moved once more. */
    @Test
    void aRestartThatWasKilledHalfwayIsRepeated() throws IOException {
        var first = run(plan());
        Files.createDirectory(first.run().resolve("before-1"));
        Files.move(first.run().resolve("checkpoints"), first.run().resolve("before-1/checkpoints"));
        assertRefused(first.run(), "the final weights");
        assertThat(resumed(first.run(), RESTART).modelSha256()).isEqualTo(first.modelSha256());
        assertThat(first.run().resolve("before-1/checkpoints")).isNotEmptyDirectory();
        assertThat(first.run().resolve("before-2/.checkpointed")).exists();
    }

    @Test
    void aPlanThatWasEditedBeforeTheFirstCheckpointIsThePlan() throws IOException {
        Path run = failed(plan("checkpoint-every=9", "lr=0.05"), 6);
        var file = run.resolve("plan.yaml");
        Files.writeString(file, Files.readString(file).replaceAll("(?m)^lr: .*$", "lr: 0.01"));
        assertThat(resumed(run, ResumeOptions.DEFAULTS).modelSha256())
                .isEqualTo(run(plan("lr=0.01")).modelSha256());
        assertThat(resumed(run, ResumeOptions.DEFAULTS).epochs()).isEqualTo(2);
    }
}
