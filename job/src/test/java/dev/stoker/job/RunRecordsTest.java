package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a run says of itself in environment.json and result.json. */
class RunRecordsTest {
    private static final Path DATA = SmallTestData.of(600, 200);

    @TempDir
    private Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, List.of("model=mlp", "device=cpu", "epochs=1", "log-every=2"), settings);
    }

    private static Map<String, @Nullable Object> read(Path file) throws IOException {
        return JsonReader.read(Files.readString(file));
    }

    @Test
    void theResultIsWhatTheCommandPrints() throws IOException {
        var result = TestRuns.run(plan());
        assertThat(read(result.run().resolve("result.json")))
                .isEqualTo(JsonReader.read(Json.write(result.fields())))
                .containsEntry("state", "finished");
        assertThat(result.run().resolve("report.html"))
                .content()
                .contains("Finished 1 of 1 epochs", "Confusion matrix", "Right", "data:image/png;base64,", "libtorch")
                .doesNotContain("<script", "href=");
        assertThat(events(result.run())).contains("samples/augmented", "samples/misclassified", "model: mlp");
    }

    @Test
    void histogramsAreWrittenWhereAskedForAndChangeNothing() throws IOException {
        var with = TestRuns.run(plan("histograms=true"));
        var without = TestRuns.run(plan());
        assertThat(events(with.run())).contains("weights/", "gradients/");
        assertThat(events(without.run())).doesNotContain("weights/", "gradients/");
        assertThat(with.modelSha256()).isEqualTo(without.modelSha256());
    }

    private static String events(Path run) throws IOException {
        try (var files = Files.list(run)) {
            Path events = files.filter(file -> file.getFileName().toString().contains("tfevents"))
                    .findFirst()
                    .orElseThrow();
            return new String(Files.readAllBytes(events), StandardCharsets.ISO_8859_1);
        }
    }

    @Test
    void aFailedRunHasAResultWithTheReason() throws IOException {
        try (var job = TrainingJob.start(plan("lr=1e30"))) {
            assertThatThrownBy(job::run).hasMessageContaining("the loss is NaN");
            var result = read(job.folder().resolve("result.json"));
            assertThat(result).containsEntry("state", "failed").containsEntry("model", "mlp");
            assertThat(result.get("reason")).asString().startsWith("the loss is NaN");
            assertThat(job.folder().resolve("environment.json")).exists();
            assertThat(job.folder().resolve("report.html")).content().contains("the loss is NaN");
        }
    }

    @Test
    void aResumedRunHasNoResultUntilItEnds() throws IOException {
        Path run;
        try (var job = TrainingJob.start(plan())) {
            run = job.folder();
            var steps = new AtomicInteger();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() >= 3)).isEmpty();
        }
        assertThat(read(run.resolve("result.json"))).containsEntry("state", "stopped");
        try (var job = TrainingJob.resume(run.toString(), folder, Map.of())) {
            job.run(List.of(), () -> {
                assertThat(run.resolve("result.json")).doesNotExist();
                return false;
            });
        }
        assertThat(read(run.resolve("result.json"))).containsEntry("state", "finished");
        assertThat(run.resolve("environment-1.json")).exists();
        assertThat(read(run.resolve("environment.json")).get("started"))
                .isNotEqualTo(read(run.resolve("environment-1.json")).get("started"));
    }

    @Test
    void theEnvironmentNamesMachineVersionsAndCommand() throws IOException {
        var environment = read(TestRuns.run(plan()).run().resolve("environment.json"));
        assertThat(environment)
                .containsKeys(
                        "started",
                        "host",
                        "pid",
                        "command",
                        "jvm_options",
                        "stoker",
                        "java",
                        "processor",
                        "cores",
                        "memory_bytes",
                        "gpus",
                        "libtorch",
                        "cuda_libraries");
        assertThat(environment.get("pid")).isEqualTo(ProcessHandle.current().pid());
    }
}
