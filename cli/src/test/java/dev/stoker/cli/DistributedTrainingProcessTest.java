package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Several ranks, each a process, over Gloo on this machine. */
class DistributedTrainingProcessTest {
    /** Ranks sum in another order than one, which shows far more in 16 bits. */
    private static final String[] PLAN = {"train", "--model", "mlp", "--precision", "fp32", "--quiet", "--json"};

    /** 4 whole batches, which 4 ranks cannot share evenly, and one of 992 images. */
    private static final String[] UNEVEN = {"--epochs", "2", "--global-batch", "2002", "--schedule", "constant"};

    @TempDir
    private Path folder;

    private record Finished(Path folder, Map<String, @Nullable Object> result) {
        double number(String key) {
            return ((Number) Objects.requireNonNull(result.get(key))).doubleValue();
        }

        Path run() {
            return folder.resolve(String.valueOf(result.get("run")));
        }

        Path model() {
            return run().resolve("model.safetensors");
        }
    }

    private StokerProcess start(String[]... words) {
        return StokerProcess.start(
                folder, List.of(), Arrays.stream(words).flatMap(Arrays::stream).toArray(String[]::new));
    }

    private static String[] ranks(int count, String... flags) {
        return Stream.of(new String[] {"launch", "-n", Integer.toString(count)}, flags, new String[] {"--"})
                .flatMap(Arrays::stream)
                .toArray(String[]::new);
    }

    private static String[] flags(String... words) {
        return words;
    }

    private Finished finished(StokerProcess process) {
        var ended = process.ended();
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return new Finished(folder, JsonReader.read(ended.out()));
    }

    /** Few steps: of a million activations one is within rounding of ReLU's kink, and its weights then differ by far more. */
    @Test
    void twoRanksTrainLikeOne() throws IOException {
        var length = flags("--epochs", "1", "--global-batch", "64", "--max-steps", "10");
        var one = finished(start(PLAN, length));
        var two = finished(start(ranks(2), PLAN, length));

        assertThat(two.number("train_loss")).isCloseTo(one.number("train_loss"), offset(1e-4));
        assertThat(two.number("test_accuracy")).isCloseTo(one.number("test_accuracy"), offset(0.001));
        assertThat(WeightValues.largestDifference(one.model(), two.model())).isLessThan(1e-5);
    }

    @Test
    void oneRankOfOneHasTheBitsOfARunWithoutRanks() throws IOException {
        var one = finished(start(PLAN, UNEVEN));
        var alone = finished(start(ranks(1), PLAN, UNEVEN));
        assertThat(WeightValues.largestDifference(one.model(), alone.model())).isZero();
    }

    @Test
    void aRunContinuesOnAnotherNumberOfRanks() throws IOException {
        var one = finished(start(PLAN, UNEVEN));
        var four = finished(start(ranks(4), PLAN, UNEVEN, flags("--max-steps", "3")));
        var resumed = flags("train", "--quiet", "--json", "--resume", four.run().toString());
        finished(start(ranks(2), resumed, flags("--max-steps", "7")));
        var last = finished(start(resumed, flags("--max-steps", "0")));

        assertThat(last.number("steps")).isEqualTo(one.number("steps"));
        assertThat(last.number("validation_loss")).isCloseTo(one.number("validation_loss"), offset(1e-4));
        assertThat(WeightValues.largestDifference(one.model(), last.model())).isLessThan(1e-5);
    }

    @Test
    void aKilledRankIsReplacedAndTheResultIsTheSame() throws Exception {
        assumeTrue(Files.exists(Path.of("/proc/self/environ")), "ranks are found by /proc");
        var length = flags("--epochs", "8", "--global-batch", "64", "--checkpoint-every", "25", "--log-every", "5");
        var undisturbed = finished(start(ranks(2), PLAN, length));
        var disturbed = start(ranks(2, "--restarts", "1"), PLAN, length, flags("--runs", "disturbed"));
        while (!isTraining(folder.resolve("disturbed"))) {
            assertThat(disturbed.process().isAlive()).isTrue();
            Thread.sleep(10);
        }
        rank(disturbed, 1).destroyForcibly();
        var ended = disturbed.ended();

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.err())
                .contains("stoker: rank 1 on ")
                .contains(" died: its connection ended without a goodbye")
                .contains("restart 1 of 1 with 2 ranks, resuming ");
        assertThat(JsonReader.read(ended.out()).get("model_sha256")).isEqualTo(undisturbed.result.get("model_sha256"));
    }

    private static boolean isTraining(Path runs) throws IOException {
        if (!Files.exists(runs)) {
            return false;
        }
        try (var files = Files.walk(runs)) {
            return files.anyMatch(
                    file -> file.endsWith("metrics.jsonl") && file.toFile().length() > 4_000);
        }
    }

    private static ProcessHandle rank(StokerProcess launcher, int number) {
        return launcher.process()
                .descendants()
                .filter(process -> environment(process).contains("RANK=" + number))
                .findFirst()
                .orElseThrow();
    }

    private static List<String> environment(ProcessHandle process) {
        try {
            return List.of(Files.readString(Path.of("/proc", Long.toString(process.pid()), "environ"))
                    .split("\0"));
        } catch (IOException _) {
            return List.of(); // it has ended
        }
    }

    @Test
    void whatRankZeroRefusesIsSaidOnce() {
        var ended = start(ranks(2), PLAN, flags("--global-batch", "1")).ended();
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err().lines().filter(line -> line.contains("too small for 2 ranks")))
                .hasSize(1);
    }

    @Test
    void ranksSkipCorruptImagesAndRankZeroListsThoseOfAll() throws IOException {
        var images = SmallImageTree.write(folder.resolve("images"), "a", "b", "c");
        for (var name : List.of("train/a/1.jpg", "train/b/0.jpg", "train/c/4.jpg", "val/b/6.jpg")) {
            var file = images.resolve(name);
            Files.write(file, Arrays.copyOf(Files.readAllBytes(file), 300));
        }
        var plan = flags(
                "train",
                images.toString(),
                "--model",
                "mlp",
                "--size",
                "32",
                "--epochs",
                "3",
                "--precision",
                "fp32",
                "--json");
        var skipping = flags("--global-batch", "5", "--skip-corrupt", "4", "--schedule", "constant");
        var one = finished(start(plan, skipping));
        var two = finished(start(ranks(2), plan, skipping));

        assertThat(skipped(one)).hasSize(4);
        assertThat(skipped(two)).containsExactlyElementsOf(skipped(one));
        assertThat(two.number("train_loss")).isCloseTo(one.number("train_loss"), offset(1e-4));
        assertThat(two.number("validation_accuracy")).isEqualTo(one.number("validation_accuracy"));
        assertThat(WeightValues.largestDifference(one.model(), two.model())).isLessThan(1e-5);
    }

    private static List<String> skipped(Finished finished) throws IOException {
        return Files.readAllLines(finished.run().resolve("skipped.jsonl")).stream()
                .sorted()
                .toList();
    }
}
