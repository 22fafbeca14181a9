package dev.stoker.data.near;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(60)
class NearProcessTest {
    @TempDir
    Path folder;

    @TempDir
    Path near;

    private DistantSet set;
    private List<byte[]> expected;

    @BeforeEach
    void writeSet() {
        set = DistantSet.write(folder, 1);
        expected = DistantSet.records(set.shards(NearCache.none()));
        set.fetched();
    }

    /** Starts another process after a command of the shell. */
    private Process start(String before) throws IOException {
        String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
        String command = "%s exec '%s' -XX:TieredStopAtLevel=1 -cp '%s' %s '%s' '%s' 10000000 1"
                .formatted(
                        before, java, System.getProperty("java.class.path"), NearProcess.class.getName(), folder, near);
        return new ProcessBuilder("sh", "-c", command).redirectErrorStream(true).start();
    }

    /** What it says until it has read the set. */
    private static List<String> untilRead(BufferedReader output) throws IOException {
        var lines = new ArrayList<String>();
        for (String line = output.readLine(); line != null; line = output.readLine()) {
            lines.add(line);
            if (line.startsWith("read ")) {
                return lines;
            }
        }
        return lines;
    }

    private static void kill(Process process) throws InterruptedException {
        process.destroyForcibly();
        assertThat(process.waitFor(10, TimeUnit.SECONDS)).isTrue();
    }

    private NearCache open() {
        return NearCache.of(
                new NearSettings(near, Optional.of(new Bytes(10_000_000))),
                set.index().nearSet());
    }

    private Path file() throws IOException {
        try (Stream<Path> files = Files.list(near)) {
            return files.filter(each -> each.toString().endsWith(".cache"))
                    .findFirst()
                    .orElseThrow();
        }
    }

    @Test
    void aSecondProcessReadsAndWhatAKilledOneWroteIsFoundAgain() throws IOException, InterruptedException {
        var other = start("");
        try (var output = other.inputReader()) {
            assertThat(untilRead(output)).containsExactly("read " + DistantSet.RECORDS);
            try (var cache = open()) {
                assertThat(DistantSet.records(set.shards(cache))).containsExactly(expected.toArray(byte[][]::new));
                assertThat(set.fetched()).isZero();
                assertThat(cache.warnings()).singleElement().asString().startsWith("another process keeps records");
            }
        } finally {
            kill(other);
        }
        try (var cache = open()) {
            assertThat(DistantSet.records(set.shards(cache))).containsExactly(expected.toArray(byte[][]::new));
            assertThat(set.fetched()).isZero();
            assertThat(cache.warnings()).isEmpty();
        }
    }

    @Test
    void aProcessThatIsKilledWhileItWritesLosesWhatItWasWriting() throws IOException, InterruptedException {
        var other = start("");
        try {
            while (!Files.exists(near) || size() < 20_000) {
                assertThat(other.isAlive()).isTrue();
            }
        } finally {
            kill(other);
        }
        try (var cache = open()) {
            assertThat(DistantSet.records(set.shards(cache))).containsExactly(expected.toArray(byte[][]::new));
            assertThat(cache.statistics().hits()).isPositive();
            assertThat(cache.statistics().damaged()).isZero();
        }
    }

    private long size() throws IOException {
        try (Stream<Path> files = Files.list(near)) {
            return files.filter(each -> each.toString().endsWith(".cache"))
                    .mapToLong(each -> each.toFile().length())
                    .sum();
        }
    }

    /** A limit of the system for files stands for a disk that is full: writing fails in the middle. */
    @Test
    void aDiskThatIsFullIsOneWarningAndReadingGoesOn() throws IOException, InterruptedException {
        var other = start("ulimit -f 128;"); // blocks of 512 bytes
        try (var output = other.inputReader()) {
            var lines = untilRead(output);
            assertThat(lines).hasSize(2);
            assertThat(lines.getFirst())
                    .startsWith("no more is kept near in " + near)
                    .contains("the run goes on");
            assertThat(lines.getLast()).matches("read [1-9][0-9]*").isNotEqualTo("read " + DistantSet.RECORDS);
        } finally {
            kill(other);
        }
        assertThat(Files.size(file())).isLessThanOrEqualTo(128 * 1024);
        try (var cache = open()) {
            assertThat(DistantSet.records(set.shards(cache))).containsExactly(expected.toArray(byte[][]::new));
            assertThat(cache.statistics().kept()).isEqualTo(DistantSet.RECORDS);
        }
    }
}
