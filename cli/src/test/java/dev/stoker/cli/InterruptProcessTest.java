package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InterruptProcessTest {
    /** Two epochs of three steps; the evaluation after each takes longer than the steps. */
    private static final String[] JOB = {
        "train",
        "--model",
        "cnn",
        "--tta",
        "--validation",
        "0.5",
        "--epochs",
        "2",
        "--steps-per-epoch",
        "3",
        "--log-every",
        "1",
        "--threads",
        "1",
        "--seed",
        "5"
    };

    @TempDir
    Path folder;

    @Test
    void aRunStoppedInAnEvaluationRepeatsItAndEndsWithTheSameBits() throws Exception {
        var whole = StokerProcess.run(Files.createDirectory(folder.resolve("whole")), JOB);
        assertThat(whole.exitCode()).as(whole.err()).isZero();
        var stopped = StokerProcess.start(folder, List.of(), JOB);
        Path metrics = await(folder.resolve("runs"), "\"step\":3,");
        stopped.signal("INT");
        var ended = stopped.ended();
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(130);
        assertThat(ended.out())
                .contains("and saving a checkpoint (Ctrl-C again: quit at once)")
                .contains("stopped; a checkpoint of step 3 is saved: continue with ./stoker train --resume runs/")
                .doesNotContain("epoch 1/2");
        var resumed = StokerProcess.run(
                folder,
                "train",
                "--resume",
                metrics.getName(metrics.getNameCount() - 2).toString());
        assertThat(resumed.out()).contains("resuming with the evaluation of epoch 1", "epoch 1/2", "epoch 2/2");
        assertThat(checksum(resumed)).isEqualTo(checksum(whole));
        assertThat(Files.readAllLines(metrics))
                .filteredOn(line -> line.startsWith("{\"kind\":\"epoch\""))
                .hasSize(2);
    }

    /** The weights are written right before the evaluation on the test split begins. */
    @Test
    void aRunStoppedInTheEvaluationOnTheTestSplitRepeatsItAndHasTheSameResult() throws Exception {
        String options =
                "--json --model cnn --tta --validation 0.02 --epochs 1 --steps-per-epoch 2 --threads 1 --seed 5";
        String[] job = ("train " + options).split(" ");
        var whole = StokerProcess.run(Files.createDirectory(folder.resolve("whole")), job);
        assertThat(whole.exitCode()).as(whole.err()).isZero();
        var stopped = StokerProcess.start(folder, List.of(), job);
        Path run = awaitWeights(folder.resolve("runs"), stopped);
        stopped.signal("INT");
        var ended = stopped.ended();
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(130);
        assertThat(ended.out()).isEmpty();
        assertThat(ended.err())
                .contains("stopping", "(Ctrl-C again: quit at once)")
                .contains("stopped; a checkpoint of step 2 is saved: continue with ./stoker train --resume runs/");
        assertThat(Files.readString(run.resolve("metrics.jsonl"))).doesNotContain("test_accuracy");
        var resumed = StokerProcess.run(
                folder, "train", "--json", "--resume", run.getFileName().toString());
        assertThat(resumed.exitCode()).as(resumed.err()).isZero();
        assertThat(figures(resumed)).isEqualTo(figures(whole)).anyMatch(field -> field.startsWith("\"test_loss\":"));
    }

    /** The object of a run without what depends on the clock and the place. */
    private static List<String> figures(StokerProcess.Ended ended) {
        return Arrays.stream(ended.out().strip().split(",(?=\")"))
                .filter(
                        field -> !field.matches(
                                "\\{?\"(run|model_file|.*seconds.*|.*per_second.*|.*_share|.*_bytes|cpu_cores_median|energy.*|.*utilization.*)\":.*"))
                .toList();
    }

    /** The folder of the only run, as soon as it holds the weights. */
    private static Path awaitWeights(Path runs, StokerProcess process) throws Exception {
        while (process.process().isAlive()) {
            if (Files.isDirectory(runs)) {
                try (var folders = Files.list(runs)) {
                    var run = folders.filter(each -> Files.exists(each.resolve("model.safetensors")))
                            .findFirst();
                    if (run.isPresent()) {
                        return run.get();
                    }
                }
            }
            Thread.sleep(5);
        }
        throw new AssertionError("ended before there were weights: " + process.ended());
    }

    private static String checksum(StokerProcess.Ended ended) {
        return ended.out()
                .lines()
                .filter(line -> line.strip().startsWith("sha-256"))
                .findFirst()
                .orElseThrow();
    }

    @Test
    void aSecondInterruptQuitsAtOnceAndSaysWhatRemains() throws Exception {
        var stoker = StokerProcess.start(
                folder, List.of(), "train", "--model", "cnn", "--batch", "9000", "--shift", "0", "--threads", "1");
        await(stoker.out(), "\nrun  ", stoker);
        awaitFirstStep(folder.resolve("runs"));
        stoker.signal("INT");
        await(stoker.out(), "stopping after this step", stoker);
        stoker.signal("INT");
        var ended = stoker.ended();
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(130);
        assertThat(ended.out()).contains("quit; no checkpoint was saved yet").doesNotContain("epoch 1/");
    }

    @Test
    void aDoctorThatIsInterruptedEndsAtOnceAndLeavesNothing() throws Exception {
        var stoker = StokerProcess.start(folder, List.of(), "doctor", "--model", "resnet18");
        awaitTorch(stoker);
        stoker.signal("INT");
        var ended = stoker.ended();
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(130);
        assertThat(ended.out()).isEqualTo("stopped; nothing was written\n");
        assertThat(folder.resolve("runs")).doesNotExist();
    }

    @Test
    void aTuningThatIsInterruptedEndsAtOnce() throws Exception {
        var stoker = StokerProcess.start(folder, List.of(), "tune", "batch", "--model", "resnet18");
        awaitTorch(stoker);
        stoker.signal("INT");
        var ended = stoker.ended();
        assertThat(ended.exitCode()).as(ended.out() + ended.err()).isEqualTo(130);
        assertThat(ended.out()).isEqualTo("stopped; nothing was written\n");
    }

    /** The file of metrics is made when training starts; a step of 9,000 images takes seconds, so that one is running after this. */
    private static void awaitFirstStep(Path runs) throws Exception {
        for (int i = 0; i < 3000; i++) {
            try (var files = Files.walk(runs)) {
                if (files.anyMatch(file -> file.endsWith("metrics.jsonl"))) {
                    Thread.sleep(500);
                    return;
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError("no training started in " + runs);
    }

    /** The metrics of the only run, as soon as they contain a text. */
    private static Path await(Path runs, String text) throws Exception {
        for (int i = 0; i < 2400; i++) {
            if (Files.isDirectory(runs)) {
                try (var files = Files.walk(runs)) {
                    var metrics =
                            files.filter(file -> file.endsWith("metrics.jsonl")).findFirst();
                    if (metrics.isPresent() && Files.readString(metrics.get()).contains(text)) {
                        return metrics.get();
                    }
                }
            }
            Thread.sleep(20);
        }
        throw new AssertionError("no metrics in %s contain %s".formatted(runs, text));
    }

    /** Nothing is printed while values are searched, but then libtorch is loaded. */
    private static void awaitTorch(StokerProcess process) throws IOException, InterruptedException {
        var mapped = Path.of("/proc", Long.toString(process.process().pid()), "maps");
        assumeTrue(Files.exists(mapped), "only Linux shows what a process has loaded");
        for (int i = 0; i < 3000; i++) {
            if (Files.readString(mapped).contains("libtorch_cpu")) {
                return;
            }
            Thread.sleep(20);
        }
        throw new AssertionError("libtorch was never loaded");
    }

    private static void await(Path file, String text, StokerProcess process) throws IOException, InterruptedException {
        for (int i = 0; i < 3000; i++) {
            if (Files.readString(file).contains(text)) {
                return;
            }
            assertThat(process.process().isAlive()).as(Files.readString(file)).isTrue();
            Thread.sleep(20);
        }
        throw new AssertionError("%s does not contain %s: %s".formatted(file, text, Files.readString(file)));
    }
}
