package dev.stoker.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.job.plan.Plan;
import dev.stoker.train.DamagedCheckpoint;
import dev.stoker.train.TrainingObserver;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DamagedFilesRunTest {
    private static final Path DATA = SmallTestData.of(600, 200);
    private static final List<String> DEFAULTS = List.of("model=mlp", "epochs=2", "log-every=4", "checkpoint-every=3");

    @TempDir
    Path folder;

    private Plan plan(String... settings) {
        return TestRuns.plan(DATA, folder, DEFAULTS, settings);
    }

    private static void damage(Path file) throws IOException {
        byte[] bytes = Files.readAllBytes(file);
        bytes[bytes.length / 2] ^= 1;
        Files.write(file, bytes);
    }

    private static List<Path> checkpoints(Path run) throws IOException {
        try (var files = Files.list(run.resolve("checkpoints"))) {
            return files.sorted().toList();
        }
    }

    @Test
    void aRunWithADamagedCheckpointContinuesFromTheOneBeforeToTheSameModel() throws IOException {
        var whole = TestRuns.run(plan());
        Path parts;
        try (var job = TrainingJob.start(plan())) {
            var steps = new AtomicInteger();
            parts = job.folder();
            assertThat(job.run(List.of(), () -> steps.incrementAndGet() > 7)).isEmpty();
        }
        Path newest = checkpoints(parts).getLast();
        damage(newest);
        var seen = new ArrayList<DamagedCheckpoint>();
        var observer = new TrainingObserver() {
            @Override
            public void checkpointDamaged(DamagedCheckpoint damaged) {
                seen.add(damaged);
            }
        };
        try (var job = TrainingJob.resume(parts.toString(), folder, Map.of())) {
            assertThat(job.run(List.of(observer), () -> false).orElseThrow().modelSha256())
                    .isEqualTo(whole.modelSha256());
        }
        assertThat(seen).singleElement().satisfies(damaged -> {
            assertThat(damaged.file()).isEqualTo(newest);
            assertThat(damaged.stepsLost()).isPositive();
            assertThat(damaged.keptAs()).exists();
        });
        assertThat(Files.readAllLines(parts.resolve("metrics.jsonl")))
                .filteredOn(line -> line.contains("\"kind\":\"damaged_checkpoint\""))
                .singleElement()
                .asString()
                .contains("\"steps_lost\":" + seen.getFirst().stepsLost(), newest.getFileName() + ".damaged");
    }

    @Test
    void aRunWhoseCheckpointsAreAllDamagedIsRefusedAndNothingIsLost() throws IOException {
        var first = TestRuns.run(plan());
        var metrics = Files.readAllBytes(first.run().resolve("metrics.jsonl"));
        var before = checkpoints(first.run());
        for (Path file : before) {
            damage(file);
        }
        assertThatThrownBy(() -> TrainingJob.resume(first.run().toString(), folder, Map.of("epochs", "3")))
                .isInstanceOfSatisfying(
                        StokerException.class,
                        refused -> assertThat(refused.settings()).containsExactly("restart"))
                .hasMessageContaining("no checkpoint in")
                .hasMessageContaining("fails its checksum");
        assertThat(checkpoints(first.run())).isEqualTo(before);
        assertThat(first.run().resolve("metrics.jsonl")).hasBinaryContent(metrics);
    }

    @Test
    void damagedWeightsAreRefused() throws IOException {
        Path weights = TestRuns.run(plan()).run().resolve("model.safetensors");
        damage(weights);
        assertThatThrownBy(() -> TestRuns.run(plan("weights=" + weights)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(weights + " is truncated or damaged: tensor ")
                .hasMessageContaining("fails its checksum (stored ")
                .hasMessageContaining("fetch or save it again");
    }
}
