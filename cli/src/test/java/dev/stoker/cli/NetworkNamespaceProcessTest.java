package dev.stoker.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranks on hosts of their own: network namespaces. */
class NetworkNamespaceProcessTest {
    @TempDir
    private Path folder;

    /** From the first host, with a rank on each. */
    private StokerProcess start(NetworkNamespaces hosts, List<String> command, String... flags) throws IOException {
        var words = new ArrayList<>(command);
        words.addAll(List.of("-H", hosts.hosts(), "--ssh", hosts.ssh(folder).toString()));
        words.addAll(List.of(flags));
        var prefix = new ArrayList<>(hosts.on(0));
        prefix.addAll(List.of("env", "JDK_JAVA_OPTIONS=-Dstoker.script=" + NetworkNamespaces.stoker(folder)));
        return StokerProcess.start(folder, prefix, words.toArray(String[]::new));
    }

    @Test
    void threeHostsGoOnWhenTheFourthIsCutOff() throws Exception {
        try (var hosts = NetworkNamespaces.create(4, "1gbit")) {
            var launch = start(
                    hosts,
                    List.of("launch"),
                    "--restarts=1",
                    "--min-workers=3",
                    "--timeout=5s",
                    "--",
                    "train",
                    "--model=mlp",
                    "--quiet",
                    "--json",
                    "--threads=1",
                    "--epochs=4",
                    "--global-batch=240",
                    "--checkpoint-every=10",
                    "--log-every=5");
            awaitMetrics(launch);
            hosts.cut(3);
            assertThat(launch.process().waitFor(180, TimeUnit.SECONDS)).isTrue();
            var ended = launch.ended();

            assertThat(ended.exitCode()).as(ended.err()).isZero();
            assertThat(ended.err()).contains("rank 3 on ").contains("restart 1 of 1 with 3 ranks, resuming ");
            assertThat(JsonReader.read(ended.out())).containsEntry("epochs", 4L);
        }
    }

    private void awaitMetrics(StokerProcess launch) throws IOException, InterruptedException {
        while (!hasMetrics()) {
            assertThat(launch.process().isAlive())
                    .as(Files.readString(launch.err()))
                    .isTrue();
            Thread.sleep(20);
        }
    }

    private boolean hasMetrics() throws IOException {
        Path runs = folder.resolve("runs");
        if (!Files.isDirectory(runs)) {
            return false;
        }
        try (var files = Files.walk(runs)) {
            return files.anyMatch(
                    file -> file.endsWith("metrics.jsonl") && file.toFile().length() > 2_000);
        }
    }

    /** With a slow link that takes about half of a step where nothing hides it. */
    @Test
    void whatIsSentDuringBackwardMakesStepsShorter() throws Exception {
        try (var hosts = NetworkNamespaces.create(2, "300mbit")) {
            var bench = start(
                    hosts,
                    List.of("bench", "scaling"),
                    "--model=small-32",
                    "--batch=16",
                    "--threads=1",
                    "--steps=12",
                    "--rounds=1",
                    "--buckets=1MiB",
                    "--json");
            assertThat(bench.process().waitFor(240, TimeUnit.SECONDS)).isTrue();
            var ended = bench.ended();

            assertThat(ended.exitCode()).as(ended.err()).isZero();
            var ranks = (List<?>)
                    Objects.requireNonNull(JsonReader.read(ended.out()).get("ranks"));
            var two = (Map<?, ?>) Objects.requireNonNull(ranks.getFirst());
            assertThat(number(two, "communication_share")).isPositive();
            // 1.3 and more where nothing else runs: `stoker bench scaling`, docs/guide/distributed.md
            assertThat(number(two, "overlap_gain")).isGreaterThan(1.05);
        }
    }

    private static double number(Map<?, ?> fields, String name) {
        return ((Number) Objects.requireNonNull(fields.get(name))).doubleValue();
    }
}
