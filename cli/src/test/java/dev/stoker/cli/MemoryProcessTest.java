package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The limit of the whole process, held by the kernel. */
class MemoryProcessTest {
    private static final String[] TRAIN = {"train", "--epochs", "1", "--max-steps", "20", "--seed", "7", "--json"};
    private static final Path GROUPS = Path.of("/sys/fs/cgroup/memory");
    private static final long LIMIT = 700_000_000;

    private static String[] with(String... more) {
        var all = new ArrayList<>(List.of(TRAIN));
        all.addAll(List.of(more));
        return all.toArray(String[]::new);
    }

    @Test
    void aLimitedRunStaysBelowTheLimitOfItsControlGroupAndEndsWithTheSameWeights(@TempDir Path folder)
            throws IOException {
        Path group = group();
        try {
            var limited = StokerProcess.start(
                            folder,
                            List.of("bash", "-c", "echo $$ > %s/cgroup.procs && exec \"$@\"".formatted(group), "bash"),
                            with("--memory", Long.toString(LIMIT)))
                    .ended();
            assertThat(limited.exitCode()).as(limited.err()).isZero();
            assertThat(limited.err()).contains("memory     at most 668 MiB as asked: input pipeline ");
            assertThat(number(group, "memory.max_usage_in_bytes")).isLessThan(LIMIT);
            assertThat(number(group, "memory.failcnt")).isZero();
            var free = StokerProcess.run(folder, TRAIN);
            assertThat(sha(limited.out())).isEqualTo(sha(free.out()));
        } finally {
            Files.deleteIfExists(group);
        }
    }

    private static Path group() {
        Path group = GROUPS.resolve("stoker-test-" + ProcessHandle.current().pid());
        try {
            Files.createDirectory(group);
            Files.writeString(group.resolve("memory.limit_in_bytes"), Long.toString(LIMIT));
            return group;
        } catch (IOException failure) {
            assumeTrue(false, "no memory control group can be made here: " + failure);
            throw new AssertionError(failure);
        }
    }

    private static long number(Path group, String name) throws IOException {
        return Long.parseLong(Files.readString(group.resolve(name)).strip());
    }

    private static String sha(String json) {
        return json.replaceFirst("(?s).*\"model_sha256\":\"([0-9a-f]+)\".*", "$1");
    }

    @Test
    void aLimitThatCannotHoldTheRunIsRefusedWithWhatItNeedsAndWhatDominates(@TempDir Path folder) {
        var ended = StokerProcess.run(folder, with("--memory", "300MB"));
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err())
                .containsPattern("stoker: memory 286 MiB is too small: this run needs about \\d+ MiB, of which the most"
                        + " is .* with \\d+ MiB; give it that much, or use a smaller batch, model or size \\(--memory,"
                        + " --batch, --size\\)");
    }

    @Test
    void aLimitedRunIsResumedWithItsLimit(@TempDir Path folder) throws IOException {
        var ended =
                StokerProcess.run(folder, "train", "--model", "mlp", "--epochs", "1", "--memory", "800MB", "--quiet");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        try (var runs = Files.list(folder.resolve("runs"))) {
            String run = runs.findFirst().orElseThrow().toString();
            var resumed = StokerProcess.run(folder, "train", "--resume", run, "--epochs", "2");
            assertThat(resumed.exitCode()).as(resumed.err()).isZero();
            assertThat(resumed.out() + resumed.err()).contains("memory     at most 763 MiB as asked");
        }
    }

    @Test
    void tuningFitsItsJvmToTheLimitToo(@TempDir Path folder) {
        var ended = StokerProcess.run(folder, "tune", "lr", "--model", "mlp", "--memory", "700MB", "--json");
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("\"lr\"");
    }

    @Test
    void theLimitOfTheInputPipelineSaysWhatItDoesNotCover(@TempDir Path folder) {
        var ended = StokerProcess.run(folder, with("--input-memory", "64MB"));
        assertThat(ended.err())
                .contains("memory     input pipeline at most 61.0 MiB for training and as much for evaluation; not"
                        + " limited: Java heap ");
        assertThat(ended.out()).contains("\"peak_resident_bytes\":");
    }
}
