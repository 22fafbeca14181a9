package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a training is spread, as users ask for it. */
class StrategyProcessTest {
    @TempDir
    private Path folder;

    private static String[] train(String... flags) {
        return Stream.concat(Stream.of("train", "--model", "mlp"), Stream.of(flags))
                .toArray(String[]::new);
    }

    private StokerProcess.Ended run(String... words) {
        return StokerProcess.run(folder, words);
    }

    private static void assumeNoGpu() {
        assumeTrue(!Files.exists(Path.of("/dev/nvidia0")), "this host has a GPU");
    }

    @Test
    void mirroredStartsARankForEachDeviceAndTheHeaderSaysSo() {
        assumeNoGpu();
        var ended = run(train("--strategy", "mirrored", "--devices=2", "--global-batch", "64", "--max-steps", "20"));

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out()).contains("batch 64, mirrored (2 ranks) → ");
        assertThat(ended.out().lines().filter(line -> line.contains(" → runs"))).hasSize(1);
    }

    @Test
    void aSignalStopsAllMirroredRanksWithACheckpoint() throws Exception {
        assumeNoGpu();
        var process = StokerProcess.start(
                folder, List.of(), train("--devices", "2", "--epochs", "500", "--checkpoint-every", "5"));
        while (!hasCheckpoint()) {
            assertThat(process.process().isAlive()).isTrue();
            Thread.sleep(20);
        }
        var ranks = process.process().descendants().toList();
        process.signal("TERM");
        var ended = process.ended();

        assertThat(ranks).hasSizeGreaterThanOrEqualTo(2);
        assertThat(ended.exitCode()).as(ended.err()).isEqualTo(143);
        assertThat(ended.out()).contains("continue with ./stoker train --resume ");
        assertThat(ranks).noneMatch(ProcessHandle::isAlive);
    }

    private boolean hasCheckpoint() throws Exception {
        try (var files = Files.walk(folder)) {
            return files.anyMatch(file -> file.toString().endsWith(".safetensors"));
        }
    }

    @Test
    void hogwildTrainsAndSaysThatItIsNotReproducible() {
        var ended = run(train("--strategy", "hogwild", "--hogwild-threads", "2", "--device", "cpu", "--epochs", "1"));

        assertThat(ended.exitCode()).as(ended.err()).isZero();
        assertThat(ended.out())
                .contains("hogwild (2 threads) → ")
                .contains("2 threads train the same weights without locks: the result is not reproducible");
        var result = JsonReader.read(read("result.json"));
        assertThat(result).containsEntry("strategy", "hogwild").containsEntry("reproducible", false);
        assertThat(((Number) Objects.requireNonNull(result.get("validation_accuracy"))).doubleValue())
                .isGreaterThan(0.6);
    }

    private String read(String name) {
        try (var files = Files.walk(folder)) {
            return Files.readString(
                    files.filter(file -> file.endsWith(name)).findFirst().orElseThrow());
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Test
    void whatCannotBeDoneIsASentence() {
        assumeNoGpu();
        assertRefused("strategy mirrored trains on all GPUs of this host, and it has none", "--strategy", "mirrored");
        assertRefused("no variable says which one this process is", "--strategy", "workers");
        assertRefused("there is no strategy 'hogwld'; did you mean hogwild?", "--strategy", "hogwld");
        assertRefused("--devices is for strategy mirrored", "--strategy", "single", "--devices", "2");
        assertRefused("hogwild is never reproducible", "--strategy", "hogwild", "--deterministic");
    }

    private void assertRefused(String sentence, String... flags) {
        var ended = run(train(flags));
        assertThat(ended.exitCode()).as(sentence).isEqualTo(2);
        assertThat(ended.err()).contains(sentence);
    }

    @Test
    void ranksRefuseHogwild() {
        var ended = run("launch", "-n", "2", "--", "train", "--model", "mlp", "--hogwild-threads", "2");
        assertThat(ended.exitCode()).isEqualTo(2);
        assertThat(ended.err()).contains("the plan trains 2 threads without locks, but the strategy is workers");
    }
}
