package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ExperimentProcessTest {
    private static final String[] SMALL = {
        "--model", "mlp", "--threads", "1", "--workers", "1", "--steps-per-epoch", "4"
    };

    @TempDir
    private Path folder;

    /** With two epochs of four steps. */
    private static String[] experiment(String... more) {
        return experiment(2, more);
    }

    private static String[] experiment(int epochs, String... more) {
        var arguments = new ArrayList<>(List.of("experiment"));
        arguments.addAll(List.of(SMALL));
        arguments.addAll(List.of("--epochs", Integer.toString(epochs)));
        arguments.addAll(List.of(more));
        return arguments.toArray(String[]::new);
    }

    private Path onlyExperiment() throws IOException {
        try (var found = Files.list(folder.resolve("runs").resolve("experiments"))) {
            return found.findFirst().orElseThrow();
        }
    }

    /** When each run wrote its result. */
    private static Map<String, Object> results(Path experiment) throws IOException {
        var times = new TreeMap<String, Object>();
        if (Files.isDirectory(experiment.resolve("runs"))) {
            try (var runs = Files.list(experiment.resolve("runs"))) {
                for (var run : runs.toList()) {
                    Path result = run.resolve("result.json");
                    if (Files.exists(result)) {
                        times.put(String.valueOf(run.getFileName()), Files.getLastModifiedTime(result));
                    }
                }
            }
        }
        return times;
    }

    private void awaitRuns(StokerProcess process, int count) throws IOException, InterruptedException {
        for (int i = 0; i < 5000; i++) {
            assertThat(process.process().isAlive()).as("it must not end before").isTrue();
            if (hasFile("result.json") && results(onlyExperiment()).size() >= count) {
                return;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("no %d runs within 100 s".formatted(count));
    }

    private boolean hasFile(String name) throws IOException {
        if (!Files.isDirectory(folder.resolve("runs"))) {
            return false;
        }
        try (var files = Files.walk(folder.resolve("runs"))) {
            return files.anyMatch(file -> file.endsWith(name) && file.toFile().length() > 0);
        } catch (UncheckedIOException _) {
            return false; // a file got its final name meanwhile
        }
    }

    private static List<?> rows(String json) {
        return (List<?>) JsonReader.read(json).get("rows");
    }

    @Test
    void killedHalfWayAndRepeatedNoRunIsThereTwiceAndTheTableIsThatOfARepetition() throws Exception {
        var command = experiment("--vary", "batch=8,16,32", "--json");
        var killed = StokerProcess.start(folder, List.of(), command);
        awaitRuns(killed, 1);
        var children = killed.process().descendants().toList();
        killed.process().destroyForcibly().waitFor();
        for (var child : children) {
            child.onExit().get(20, TimeUnit.SECONDS);
        }
        var before = results(onlyExperiment());

        var repeated = StokerProcess.run(folder, command);
        assertThat(repeated.err()).doesNotContain("stoker:");
        assertThat(repeated.exitCode()).isZero();
        var after = results(onlyExperiment());
        assertThat(after).hasSize(3).containsAllEntriesOf(before);
        assertThat(rows(repeated.out())).hasSize(3);

        var again = StokerProcess.run(folder, command);
        assertThat(again.err()).contains("3 of 3 runs are there already");
        assertThat(results(onlyExperiment())).isEqualTo(after);
        assertThat(again.out()).isEqualTo(repeated.out());
        assertThat(onlyExperiment().resolve("experiment.json")).content().isEqualTo(again.out());
        assertThat(onlyExperiment())
                .isDirectoryContaining("glob:**table.md")
                .isDirectoryContaining("glob:**table.csv")
                .isDirectoryContaining("glob:**chart.svg")
                .isDirectoryContaining("glob:**report.html");
    }

    @Test
    void aSignalStopsTheRunAndTheExperimentSaysHowToContinue() throws Exception {
        var process = StokerProcess.start(folder, List.of(), experiment(5000, "--vary", "batch=8,16"));
        for (int i = 0; i < 5000 && !hasFile("metrics.jsonl"); i++) {
            Thread.sleep(20);
        }
        var children = process.process().descendants().toList();
        assertThat(children).isNotEmpty();
        process.signal("INT");
        var ended = process.ended();
        assertThat(ended.exitCode()).isEqualTo(130);
        assertThat(ended.out()).contains("stopping (Ctrl-C again: quit at once)", "repeat the command to continue in");
        assertThat(children).noneMatch(ProcessHandle::isAlive);
    }

    @Test
    void aRunThatFailsIsARowWithItsReasonAndTheOthersGoOn() {
        var ended = StokerProcess.run(
                folder,
                experiment("--vary", "data=fashion-mnist-mini,nowhere", "--target", "0.05", "--price", "2", "--wide"));
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out())
                .contains("data=nowhere  failed: ")
                .contains("data=nowhere: failed: ")
                .containsPattern("nowhere +(– +)+–\n")
                .containsPattern("s to 5 % +cost +speed-up\n");
    }

    @Test
    void wrongInputIsOneSentenceBeforeAnythingStarts() throws IOException {
        refused("there is no plan key 'bach'; did you mean batch?", "--vary", "bach=32,64");
        refused("there is no preset 'batch'; did you mean batch-size? (presets: ", "--preset", "batch");
        refused("target must be above 0 and at most 1, got 93.0 (--target)", "--vary", "batch=8", "--target", "93");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    private void refused(String sentence, String... more) {
        var ended = StokerProcess.run(folder, experiment(more));
        assertThat(ended.err()).startsWith("stoker: " + sentence).hasLineCount(1);
        assertThat(ended.exitCode()).isEqualTo(2);
    }

    @Test
    void runsThatExistAreComparedByName() throws IOException {
        for (int seed = 1; seed <= 2; seed++) {
            for (int batch : new int[] {8, 16}) {
                Path run =
                        Files.createDirectories(folder.resolve("runs/2026010%d-0000%d-a".formatted(seed, batch + 10)));
                Files.writeString(run.resolve("plan.yaml"), "batch: %d\nseed: %d\n".formatted(batch, seed));
                Files.writeString(
                        run.resolve("metrics.jsonl"),
                        "{\"kind\":\"epoch\",\"step\":9,\"epoch\":1,\"validation_accuracy\":0.5,\"images_per_second\":%d,\"seconds\":3}%n"
                                .formatted(batch * 100 + seed));
            }
        }
        var names = new String[] {
            "compare", "20260101-000018-a", "20260101-000026-a", "20260102-000018-a", "last", "--out", "side"
        };
        var ended = StokerProcess.run(folder, names);
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out().replaceAll("\\s+", " "))
                .startsWith("batch runs 1st s img/s ± val % speed-up 8 2 3.00 802 1 50.00 1.00 16 2 3.00 1,602")
                .contains("throughput: batch=16 is fastest: 1,602 ± 1 images/s against 802 ± 1 of batch=8, 2.00");
        assertThat(folder.resolve("side/table.md")).exists();
        var one = StokerProcess.run(folder, "compare", "last");
        assertThat(one.err()).startsWith("stoker: a comparison needs at least two runs");
        var unknown = StokerProcess.run(folder, "compare", "last", "nothing");
        assertThat(unknown.err()).startsWith("stoker: there is no run 'nothing' in ");
        assertThat(unknown.exitCode()).isEqualTo(2);
    }
}
