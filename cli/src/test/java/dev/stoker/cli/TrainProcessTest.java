package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TrainProcessTest {
    /** In the middle of an epoch, or in the evaluation after it. */
    private static final Pattern STOPPED =
            Pattern.compile("stopping (after this step|this evaluation)(?s:.*)stopped; a checkpoint of step \\d");

    private static final String[] JOB = {
        "train",
        "--model",
        "mlp",
        "--epochs",
        "3",
        "--seed",
        "7",
        "--checkpoint-every",
        "15",
        "--json",
        "--threads",
        "2"
    };

    @TempDir
    static Path shared;

    private static StokerProcess.@Nullable Ended wholeRun;

    @TempDir
    Path folder;

    /** The job without interruption; it takes seconds, so it runs once for all tests. */
    private static synchronized StokerProcess.Ended uninterrupted() {
        if (wholeRun == null) {
            wholeRun = StokerProcess.run(shared, JOB);
        }
        return wholeRun;
    }

    private static String field(String json, String name) {
        Matcher matcher = Pattern.compile("\"" + name + "\":\"?([^,\"}]+)").matcher(json);
        assertThat(matcher.find()).as("%s in %s", name, json).isTrue();
        return matcher.group(1);
    }

    @Test
    void theSameSeedTwiceGivesTheSameFiguresAndTheSameModel() {
        var first = uninterrupted();
        var second = StokerProcess.run(folder, JOB);
        assertThat(first.exitCode()).isZero();
        assertThat(first.out().lines()).hasSize(1);
        for (String name : List.of("validation_accuracy", "test_accuracy", "train_loss", "test_loss", "model_sha256")) {
            assertThat(field(second.out(), name)).isEqualTo(field(first.out(), name));
        }
        assertThat(Double.parseDouble(field(first.out(), "test_accuracy"))).isGreaterThan(0.75);
        assertThat(first.err()).contains("epoch 3/3");
    }

    @Test
    void killedAtFiveRandomTimesItEndsWithTheSameBits() throws Exception {
        String expected = field(uninterrupted().out(), "model_sha256");
        Path runs = Files.createDirectory(folder.resolve("runs"));
        var random = new Random(20261115);
        var first = StokerProcess.start(folder, List.of(), JOB);
        Path run = awaitNewRun(runs, 0);
        kill(first, random.nextInt(1500));
        for (int kill = 2; kill <= 5; kill++) {
            kill(
                    StokerProcess.start(folder, List.of(), "train", "--resume", run.toString()),
                    500 + random.nextInt(2500));
        }
        var last = StokerProcess.run(folder, "train", "--json", "--resume", run.toString());
        assertThat(last.err()).isNotBlank();
        assertThat(field(last.out(), "model_sha256")).isEqualTo(expected);
        assertThat(Files.readAllLines(run.resolve("metrics.jsonl")))
                .filteredOn(line -> line.startsWith("{\"kind\":\"epoch\""))
                .hasSize(3);
    }

    /** The folder of the run after the first {@code known} ones. */
    private static Path awaitNewRun(Path runs, int known) throws Exception {
        for (int i = 0; i < 600; i++) {
            try (var folders = Files.list(runs)) {
                var sorted = folders.sorted().toList();
                if (sorted.size() > known && Files.exists(sorted.getLast().resolve("plan.yaml"))) {
                    return sorted.getLast();
                }
            }
            Thread.sleep(50);
        }
        throw new AssertionError("no run folder appeared in " + runs);
    }

    private static void kill(StokerProcess stoker, int afterMilliseconds) throws InterruptedException {
        Thread.sleep(afterMilliseconds);
        stoker.process().destroyForcibly().waitFor();
    }

    @Test
    void anInterruptSavesACheckpointAndExitsWith130() throws Exception {
        Files.createDirectory(folder.resolve("runs"));
        var stoker = StokerProcess.start(folder, List.of(), "train", "--model", "mlp", "--epochs", "500");
        Path run = awaitNewRun(folder.resolve("runs"), 0);
        awaitMetrics(run, "epoch", 2);
        stoker.signal("INT");
        var ended = stoker.ended();
        assertThat(ended.exitCode()).isEqualTo(130);
        assertThat(ended.out())
                .contains("stopping after this step and saving a checkpoint (Ctrl-C again: quit at once)")
                .containsPattern(
                        "stopped; a checkpoint of step [\\d,]+ is saved: continue with ./stoker train --resume runs/");
        var resumed = StokerProcess.run(
                folder, "train", "--resume", run.getFileName().toString(), "--epochs", "1", "--quiet");
        assertThat(resumed.err()).contains("epochs, more than the 1 requested");
    }

    /** What batch systems send. A run in the background ignores SIGINT, as is the custom of shells. */
    @Test
    void aRunInTheBackgroundIgnoresInterruptsAndSavesACheckpointWhenItIsTerminatedOrHungUp() throws Exception {
        Files.createDirectory(folder.resolve("terminated"));
        Files.createDirectory(folder.resolve("hungUp"));
        var terminated = startInBackground("terminated");
        var hungUp = startInBackground("hungUp");
        awaitFirstStep(awaitNewRun(folder.resolve("terminated"), 0));
        terminated.signal("INT");
        terminated.signal("TERM");
        assertThat(terminated.ended().exitCode()).isEqualTo(143);
        awaitFirstStep(awaitNewRun(folder.resolve("hungUp"), 0));
        hungUp.signal("HUP");
        assertThat(hungUp.ended().exitCode()).isEqualTo(129);
        for (String runs : List.of("terminated", "hungUp")) {
            Path checkpoints = awaitNewRun(folder.resolve(runs), 0).resolve("checkpoints");
            assertThat(names(checkpoints)).isNotEmpty();
        }
        assertThat(terminated.ended().out()).containsPattern(STOPPED);
        assertThat(hungUp.ended().out()).containsPattern(STOPPED);
    }

    private StokerProcess startInBackground(String runs) {
        return StokerProcess.start(
                folder,
                StokerProcess.IN_BACKGROUND,
                "train",
                "--model",
                "mlp",
                "--epochs",
                "500",
                "--threads",
                "1",
                "--log-every",
                "1",
                "--runs",
                runs);
    }

    private static void awaitFirstStep(Path run) throws Exception {
        awaitMetrics(run, "step", 1);
    }

    private static void awaitMetrics(Path run, String kind, int lines) throws Exception {
        Path metrics = run.resolve("metrics.jsonl");
        for (int i = 0; i < 1200; i++) {
            if (Files.exists(metrics) && count(metrics, kind) >= lines) {
                return;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("%s has fewer than %d lines of kind %s".formatted(metrics, lines, kind));
    }

    private static long count(Path metrics, String kind) throws IOException {
        return Files.readString(metrics)
                .lines()
                .filter(line -> line.contains("\"kind\":\"%s\"".formatted(kind)))
                .count();
    }

    /** A limit on the size of files stands for the disk: the checkpoint needs more than is left. */
    @Test
    void aDiskThatFillsWhileACheckpointIsWrittenKeepsThePreviousOne() throws IOException {
        var before = StokerProcess.run(folder, "train", "--model", "mlp", "--epochs", "1", "--json");
        Path run = folder.resolve(field(before.out(), "run"));
        List<String> checkpoints = names(run.resolve("checkpoints"));
        var limited = StokerProcess.start(
                        folder,
                        List.of("bash", "-c", "ulimit -f 1000 && exec \"$@\"", "bash"),
                        "train",
                        "--resume",
                        run.toString(),
                        "--epochs",
                        "2")
                .ended();
        assertThat(limited.exitCode()).isEqualTo(2);
        assertThat(limited.err())
                .contains("cannot write")
                .contains("what was there before is untouched")
                .hasLineCount(1);
        assertThat(names(run.resolve("checkpoints"))).isEqualTo(checkpoints);
        var after = StokerProcess.run(folder, "train", "--resume", run.toString(), "--epochs", "2", "--quiet");
        assertThat(after.exitCode()).isZero();
    }

    private static List<String> names(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.map(file -> file.getFileName().toString()).sorted().toList();
        }
    }

    @Test
    void whenPipedThereIsOnePlainLinePerEpochAndATable() {
        var ended = StokerProcess.run(folder, "train", "--model", "mlp", "--epochs", "2");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.out()).doesNotContain("\u001b", "\r");
        assertThat(ended.out().lines().filter(line -> line.startsWith("epoch ")))
                .hasSize(2);
        assertThat(ended.out()).contains("  validation loss").contains("sha-256");
    }

    @Test
    void switchesNeedNoValueAndTheConfusionMatrixIsShown() {
        var ended = StokerProcess.run(
                folder, "train", "--tta", "--confusion", "--model", "mlp", "--max-steps", "30", "--deterministic");
        assertThat(ended.err()).isEmpty();
        assertThat(ended.exitCode()).isZero();
        assertThat(ended.out()).contains("precision", "top-5", "best.safetensors", "30 steps");
    }

    @Test
    void aPlanIsReadAndFlagsWinOverIt() throws IOException {
        Files.writeString(folder.resolve("my.yaml"), "model: mlp\nepochs: 5\nbatch: 500\n");
        var ended = StokerProcess.run(
                folder, "train", "--plan", "my.yaml", "--epochs", "1", "--set", "seed=3", "--json", "--quiet");
        assertThat(ended.err()).isEmpty();
        assertThat(field(ended.out(), "epochs")).isEqualTo("1");
        assertThat(field(ended.out(), "steps")).isEqualTo("18");
        assertThat(Double.parseDouble(field(ended.out(), "training_seconds")))
                .isBetween(1e-3, Double.parseDouble(field(ended.out(), "seconds")));
        assertThat(Double.parseDouble(field(ended.out(), "warmup_seconds"))).isZero();
        assertThat(folder.resolve(field(ended.out(), "run")).resolve("plan.yaml"))
                .content()
                .contains("seed: 3", "batch: 500");
    }

    @Test
    void fineTuningNamesItsPretrainedWeightsAndASwitchTakesNoWordAfterIt() throws IOException {
        var first = StokerProcess.run(folder, "train", "--model", "mlp", "--epochs", "1", "--json", "--quiet");
        String weights = field(first.out(), "run") + "/model.safetensors";
        var tuned = StokerProcess.run(
                folder,
                "train",
                "--model",
                "mlp",
                "--epochs",
                "1",
                "--weights",
                weights,
                "--freeze",
                "hidden",
                "--new-head",
                "fashion-mnist-mini");
        assertThat(tuned.err()).isEmpty();
        assertThat(tuned.out())
                .contains("weights    4 of 6 tensors from %s; classifier is reinitialized, as requested"
                        .formatted(weights));
        Files.write(folder.resolve("old.pth"), new byte[] {(byte) 0x80, 2, (byte) 0x8a, 10, 0, 0, 0, 0});
        var refused = StokerProcess.run(folder, "train", "--weights", "old.pth");
        assertThat(refused.exitCode()).isEqualTo(2);
        assertThat(refused.err())
                .contains("old.pth is in PyTorch's format from before version 1.6")
                .hasLineCount(1);
        assertThat(StokerProcess.run(folder, "train", "--new-head=maybe").exitCode())
                .isEqualTo(2);
        assertThat(StokerProcess.run(folder, "train", "--help").out())
                .contains("Learning rate\n", "--freeze", "(none)", "--new-head[=…]");
    }
}
