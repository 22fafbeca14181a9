package dev.stoker.telemetry.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.LocalDateTime;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedRunTest {
    @TempDir
    Path runs;

    @Test
    void runsAreListedNewestFirst() throws IOException {
        written("20260102-000000-b", "name: b\n");
        written("20260103-000000-a", "name: a\n");
        written("20260103-000000-a-2", "name: a\n");
        Files.createDirectory(runs.resolve("no-run"));
        Files.writeString(runs.resolve("file"), "");
        assertThat(new RunsFolder(runs).runs())
                .extracting(RecordedRun::name)
                .containsExactly("20260103-000000-a-2", "20260103-000000-a", "20260102-000000-b");
        assertThat(new RunsFolder(runs.resolve("nowhere")).runs()).isEmpty();
        var second = new RunsFolder(runs).runs().getFirst();
        assertThat(second.started()).isEqualTo(LocalDateTime.of(2026, 1, 3, 0, 0, 0));
        assertThat(second.isNamed("a")).isTrue();
        assertThat(second.isNamed("b")).isFalse();
    }

    @Test
    void aPlanIsFlat() throws IOException {
        var run = written("run", """
            model: mlp
            lr: 0.1
            milestones: [3, 6]
            nothing:
            cache: {mode: disk, limit: 2GB}
            layers:
            - {kind: linear, out: 10}
            - kind: relu
            - [1, 2]
            """);
        assertThat(run.plan())
                .containsExactly(
                        Map.entry("model", "mlp"),
                        Map.entry("lr", "0.1"),
                        Map.entry("milestones", "[3, 6]"),
                        Map.entry("nothing", ""),
                        Map.entry("cache.mode", "disk"),
                        Map.entry("cache.limit", "2GB"),
                        Map.entry("layers.0.kind", "linear"),
                        Map.entry("layers.0.out", "10"),
                        Map.entry("layers.1.kind", "relu"),
                        Map.entry("layers.2", "[1, 2]"));
    }

    @Test
    void aDamagedPlanNamesItsLine() throws IOException {
        assertThatThrownBy(() -> written("cut", "model: mlp\na: [").plan())
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("plan.yaml, line ");
        assertThatThrownBy(() -> written("list", "- a\n").plan()).hasMessageContaining("a mapping of keys to values");
        assertThat(written("empty", "").plan()).isEmpty();
        assertThatThrownBy(() -> RecordedRun.of(runs.resolve("gone")).plan())
                .hasMessageContaining("cannot read the plan");
    }

    @Test
    void anAliasIsNotFollowed() throws IOException {
        assertThat(written("bomb", "a: &a [x, x]\nb: [*a, *a]\n").plan()).containsEntry("b", "[a, a]");
    }

    @Test
    void aPlanNestedTooDeepIsRefused() throws IOException {
        assertThatThrownBy(() -> written("deep", "a: " + "[".repeat(200) + "]".repeat(200))
                        .plan())
                .isInstanceOf(StokerException.class);
    }

    @Test
    void theStateIsThatOfTheFileOrOfTheWeights() throws IOException {
        var run = written("run", "");
        assertThat(run.state()).isEqualTo(RunState.STOPPED);
        Files.writeString(run.folder().resolve("model.safetensors"), "");
        assertThat(run.state()).isEqualTo(RunState.FINISHED);
        state(run, "{\"state\":\"failed\",\"reason\":\"the loss is NaN\"}\n");
        assertThat(run.state()).isEqualTo(RunState.FAILED);
        assertThat(run.reason()).contains("the loss is NaN");
        state(run, "{\"state\":\"runn");
        assertThat(run.state()).isEqualTo(RunState.FINISHED);
        assertThat(run.reason()).isEmpty();
    }

    @Test
    void aRunIsUnderWayWhileItsProcessIs() throws IOException {
        var run = written("run", "");
        var self = ProcessHandle.current();
        state(
                run,
                "{\"state\":\"running\",\"pid\":%d,\"started\":\"%s\"}"
                        .formatted(self.pid(), RecordedRun.startOf(self)));
        assertThat(run.state()).isEqualTo(RunState.RUNNING);
        state(run, "{\"state\":\"running\",\"pid\":%d,\"started\":\"1970-01-01T00:00:00Z\"}".formatted(self.pid()));
        assertThat(run.state()).isEqualTo(RunState.STOPPED);
    }

    @Test
    void filesThatAreAbsentOrHalfWrittenHaveNoFields() throws IOException {
        var run = written("run", "");
        assertThat(run.result()).isEmpty();
        Files.writeString(run.folder().resolve("result.json"), "{\"best_validation_accuracy\":0.9");
        assertThat(run.result()).isEmpty();
        Files.writeString(run.folder().resolve("result.json"), "{\"best_validation_accuracy\":0.9}");
        assertThat(run.result()).containsEntry("best_validation_accuracy", 0.9);
        Files.createDirectory(run.folder().resolve("environment.json"));
        assertThat(run.environment()).isEmpty();
        assertThat(run.file("trace.json")).isEmpty();
        assertThat(run.lastModified()).isPresent();
        assertThat(RecordedRun.of(runs.resolve("gone")).lastModified()).isEmpty();
    }

    private static void state(RecordedRun run, String text) throws IOException {
        Files.writeString(run.folder().resolve("state.json"), text);
    }

    private RecordedRun written(String name, String plan) throws IOException {
        Path folder = Files.createDirectories(runs.resolve(name));
        Files.writeString(folder.resolve("plan.yaml"), plan);
        return RecordedRun.of(folder);
    }
}
