package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.log.JsonReader;
import dev.stoker.train.TrainingObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ten steps an epoch. */
class UtilizationRunTest {
    private static final Path DATA = SmallTestData.of(640, 64);
    private static final List<String> DEFAULTS = List.of("model=mlp", "epochs=2", "workers=1", "prefetch=1");

    @TempDir
    Path folder;

    private Plan plan() {
        return TestRuns.plan(DATA, folder, DEFAULTS);
    }

    @Test
    void everyRunKeepsSamplesAndTheirMedians() throws IOException {
        try (var job = TrainingJob.start(plan())) {
            var result = job.run(List.of(), () -> false).orElseThrow();

            var samples = samples(job);
            assertThat(samples).hasSizeGreaterThanOrEqualTo(2);
            assertThat(samples.getFirst())
                    .containsKeys("time", "step", "epoch", "machine_memory_bytes", "process_memory_bytes");
            assertThat(samples.getLast())
                    .containsEntry("step", 20L)
                    .containsEntry("epoch", 2L)
                    .containsKeys("machine_cpu_cores", "process_cpu_cores");
            assertThat(result.fields()).containsKeys("cpu_cores_median", "peak_memory_bytes");
            assertThat(result.utilization().toString()).contains("CPU cores");
        }
    }

    @Test
    void samplingCanBeSwitchedOffAndChangesNoWeight() {
        try (var quiet = TrainingJob.start(plan());
                var sampled = TrainingJob.start(plan())) {
            quiet.sampleUtilization(false);

            var result = quiet.run(List.of(), () -> false).orElseThrow();

            assertThat(quiet.folder().resolve("utilization.jsonl")).doesNotExist();
            assertThat(result.fields()).doesNotContainKeys("cpu_cores_median", "peak_memory_bytes");
            assertThat(result.modelSha256())
                    .isEqualTo(sampled.run(List.of(), () -> false).orElseThrow().modelSha256());
        }
    }

    @Test
    void aResumedRunAppendsAfterItsCheckpointAndDropsAnIncompleteLine() throws IOException {
        Path run;
        try (var job = TrainingJob.start(plan())) {
            run = job.folder();
            stopAfter(job, 6);
        }
        Path file = run.resolve("utilization.jsonl");
        var before = Files.readAllLines(file);
        Files.writeString(file, Files.readString(file) + "{\"time\":9,\"step\":7,\"epoch\":1}\n{\"time\":");

        try (var job = TrainingJob.resume(run.toString(), folder, Map.of())) {
            assertThat(job.run(List.of(), () -> false)).isPresent();

            var samples = samples(job);
            assertThat(Files.readAllLines(file)).startsWith(before.toArray(String[]::new));
            assertThat(samples)
                    .hasSizeGreaterThan(before.size())
                    .noneMatch(sample -> Long.valueOf(7).equals(sample.get("step")));
            assertThat(samples.getLast()).containsEntry("step", 20L);
        }
    }

    private static void stopAfter(TrainingJob job, long limit) {
        var reached = new AtomicLong();
        var count = new TrainingObserver() {
            @Override
            public void afterStep(long step) {
                reached.set(step);
            }
        };
        assertThat(job.run(List.of(count), () -> reached.get() >= limit)).isEmpty();
    }

    private static List<Map<String, @Nullable Object>> samples(TrainingJob job) throws IOException {
        return Files.readAllLines(job.folder().resolve("utilization.jsonl")).stream()
                .map(line -> JsonReader.read(line))
                .toList();
    }
}
