package dev.stoker.spark;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks that tasks of Spark start, each a process. */
class SparkTrainingProcessTest {
    private static final List<String> TRAINING =
            List.of("train", "--model", "mlp", "--global-batch", "64", "--quiet", "--json", "--max-steps", "300");
    private static final List<String> CHECKPOINTS = List.of("--checkpoint-every", "20");

    @TempDir
    Path folder;

    private static String[] words(List<?>... parts) {
        return Stream.of(parts).flatMap(List::stream).toArray(String[]::new);
    }

    private static List<String> spark(String master, int ranks) {
        return List.of("--spark", master, "-n", Integer.toString(ranks), "--timeout", "60s");
    }

    private static Map<String, @Nullable Object> result(SparkStoker process) {
        var ended = process.ended();
        assertThat(ended.exitCode()).as(ended.err()).isZero();
        return JsonReader.read(ended.out());
    }

    /** The launcher's ranks, then Spark's, of which one is killed once there is something to resume. */
    @Test
    void ranksOnSparkHaveTheBitsOfThoseOfTheLauncherEvenWhenOneIsKilled() throws Exception {
        var launched =
                result(SparkStoker.start(folder, words(List.of("launch", "-n", "2", "--"), TRAINING, CHECKPOINTS)));
        Path disturbed = Files.createDirectory(folder.resolve("disturbed"));
        var process = SparkStoker.start(disturbed, words(TRAINING, CHECKPOINTS, spark("local[2]", 2)));
        awaitCheckpoint(disturbed, process);
        process.ranks().getLast().destroyForcibly();

        var trained = result(process);

        assertThat(trained.get("model_sha256")).isEqualTo(launched.get("model_sha256"));
        assertThat(disturbed.resolve(String.valueOf(Objects.requireNonNull(trained.get("run")))))
                .isDirectory();
        assertThat(Files.readString(process.err())).contains("was killed", "restart 1 with 2 ranks, resuming");
        try (var left = Files.list(disturbed)) {
            assertThat(left.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith(".stoker"));
        }
    }

    private static void awaitCheckpoint(Path folder, SparkStoker process) throws Exception {
        while (process.process().isAlive() && !hasCheckpoint(folder)) {
            Thread.sleep(20);
        }
    }

    private static boolean hasCheckpoint(Path folder) throws IOException {
        try (var files = Files.walk(folder)) {
            return files.anyMatch(file -> file.toString().contains("/checkpoints/step-"));
        }
    }

    @Test
    void aSparkThatCannotTrainIsOneSentence() throws Exception {
        try (var silent = new ServerSocket(0, 10, InetAddress.getLoopbackAddress())) {
            var cases = new ArrayList<Map.Entry<SparkStoker, String>>();
            cases.add(Map.entry(
                    failing("--spark", "local[2]", "-n", "4", "--timeout", "2s"),
                    "4 ranks need 4 free slots of Spark at the same time, which local[2] did not have within 2 s"));
            cases.add(Map.entry(
                    failing("--spark", "spark://127.0.0.1:" + silent.getLocalPort(), "-n", "2", "--timeout", "4s"),
                    "did not answer within 4 s"));
            for (var each : cases) {
                refused(each.getKey(), each.getValue());
            }
            refused(
                    failing("--spark", "spark://127.0.0.1:1", "-n", "2"),
                    "no Spark master answers at spark://127.0.0.1:1");
            refused(failing("--spark", "lokal", "-n", "2"), "'lokal' is no Spark master");
            refused(failing("--spark", "local[2]"), "how many ranks? Give their number with -n");
            refused(failing("--spark", "local[1]", "-n", "1", "--data", "nowhere"), "there is no dataset 'nowhere'");
        }
    }

    @Test
    void withoutTheModuleASentenceSaysHowItGetsThere() {
        refused(
                SparkStoker.startBare(folder, "train", "--spark", "local[2]", "-n", "2"),
                "Apache Spark is missing, which is not part of Stoker's download");
    }

    private SparkStoker failing(String... flags) {
        return SparkStoker.start(folder, words(List.of("train"), List.of(flags)));
    }

    private static void refused(SparkStoker process, String sentence) {
        var ended = process.ended();
        assertThat(ended.err()).startsWith("stoker: ").contains(sentence).hasLineCount(1);
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.out()).isEmpty();
    }
}
