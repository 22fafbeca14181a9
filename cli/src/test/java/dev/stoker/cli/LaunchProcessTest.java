package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks are real trainings. */
class LaunchProcessTest {
    @TempDir
    private Path folder;

    /** Without the variable, ranks divide the cores. */
    private StokerProcess training(String... flags) {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "processes are found by /proc");
        var words = new ArrayList<>(List.of("launch", "-n", "2"));
        words.addAll(List.of(flags));
        words.addAll(List.of("--", "train", "--model", "mlp", "--epochs", "1000", "--name", "launched"));
        return StokerProcess.start(
                folder,
                List.of("env", "-u", "OMP_NUM_THREADS", "JDK_JAVA_OPTIONS=-Djava.io.tmpdir=" + folder),
                words.toArray(String[]::new));
    }

    @Test
    void whatIsMissingOrMisspelledIsOneSentence() {
        refused("a command is missing: write it after --, as in `stoker launch -n 2 -- train`", "-n", "2");
        refused("how many ranks? Give their number with -n, or hosts with -H a:4,b:4", "--", "train");
        refused("--json is for the command: write it after --", "-n", "2", "--json", "--", "train");
        refused("launch starts commands of Stoker, and 'trian' is none; did you mean train?", "-n", "2", "trian");
        refused(
                "the path of stoker on other hosts is not known; give it with --remote-stoker",
                "-H",
                "localhost:1,far.invalid:1",
                "--",
                "train");
    }

    private void refused(String sentence, String... words) {
        var arguments = new ArrayList<>(List.of("launch"));
        arguments.addAll(List.of(words));
        var ended = StokerProcess.run(folder, arguments.toArray(String[]::new));
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(2);
        assertThat(ended.err()).startsWith("stoker: " + sentence).hasLineCount(1);
    }

    @Test
    void aDryRunShowsVariablesAndCommandOfEachRank() {
        var ended = StokerProcess.run(
                folder, "launch", "-n", "2", "--port", "4711", "--dry-run", "--json", "--", "train", "--lr", "0.1");

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(JsonReader.read(ended.out()).toString())
                .contains("{rank=0, host=localhost", "RANK=1", "LOCAL_WORLD_SIZE=2", "MASTER_PORT=4711")
                .contains("command=[stoker, train, --lr, 0.1]");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void ctrlCStopsAllRanksAndASavedRunRemains() throws Exception {
        var launch = training();
        Path metrics = awaitMetrics(launch);
        var ranks = ranks(launch);
        launch.signal("INT");
        var ended = launch.ended();

        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(130);
        assertThat(ended.err()).contains("stopping 2 ranks (Ctrl-C again: quit at once)");
        assertThat(ended.out()).contains("stopped; a checkpoint of step");
        assertThat(metrics.resolveSibling("checkpoints")).isNotEmptyDirectory();
        assertThat(ranks).hasSize(2).noneMatch(ProcessHandle::isAlive);
        int share = Math.max(1, Runtime.getRuntime().availableProcessors() / 2);
        assertThat(metrics.resolveSibling("plan.yaml")).content().contains("\nthreads: %d\n".formatted(share));
    }

    @Test
    void nothingIsLeftOfALaunchThatWasKilled() throws Exception {
        var launch = training("--restarts", "1");
        while (ranks(launch).size() < 2) {
            assertThat(launch.process().isAlive())
                    .as(Files.readString(launch.err()))
                    .isTrue();
            Thread.sleep(20);
        }
        assertThat(temporaryFiles()).hasSize(1);
        var ranks = ranks(launch);
        launch.process().destroyForcibly().waitFor();

        for (var rank : ranks) {
            rank.onExit().get(60, TimeUnit.SECONDS);
        }
        assertThat(temporaryFiles()).isEmpty();
    }

    private List<String> temporaryFiles() throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString())
                    .filter(name -> name.startsWith("stoker-launch-"))
                    .toList();
        }
    }

    private static List<ProcessHandle> ranks(StokerProcess launch) {
        return launch.process().children().toList();
    }

    private Path awaitMetrics(StokerProcess launch) throws IOException, InterruptedException {
        for (int i = 0; i < 3000; i++) {
            assertThat(launch.process().isAlive())
                    .as(Files.readString(launch.err()))
                    .isTrue();
            Path runs = folder.resolve("runs");
            if (Files.isDirectory(runs)) {
                try (var files = Files.walk(runs)) {
                    var found = files.filter(file -> file.endsWith("metrics.jsonl")
                                    && file.toFile().length() > 0)
                            .findFirst();
                    if (found.isPresent()) {
                        return found.get();
                    }
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError("no metrics within a minute");
    }
}
