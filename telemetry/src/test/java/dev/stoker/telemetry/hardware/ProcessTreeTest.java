package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Real processes; the shell waits for its children, so that their accounts are added to its own. */
class ProcessTreeTest {
    @TempDir
    Path folder;

    @BeforeEach
    void onLinux() {
        assumeTrue(Files.exists(Path.of("/proc/self/stat")), "processes are counted by /proc");
    }

    @Test
    void childrenAndGrandchildrenAreCounted() throws Exception {
        var shell = shell("sh -c 'sleep 60 & sleep 60' & sh -c 'read line' & wait");
        try {
            var tree = ProcessTree.of(shell.pid());

            await(() -> tree.read().orElseThrow().processes() >= 4);

            assertThat(tree.numbers()).contains(shell.pid());
            assertThat(tree.read().orElseThrow().memory().count()).isPositive();
        } finally {
            end(shell);
        }
    }

    @Test
    void whatAChildUsedStaysCountedWhenItHasEnded() throws Exception {
        Path ready = folder.resolve("ready");
        var shell = shell("head -c 300000000 /dev/zero | sha256sum > /dev/null; touch '%s'; sleep 60".formatted(ready));
        try {
            var tree = ProcessTree.of(shell.pid());
            await(() -> {
                tree.read();
                return Files.exists(ready);
            });

            var usage = tree.read().orElseThrow();

            assertThat(usage.cpuSeconds()).isGreaterThan(0.05);
            assertThat(usage.read().count()).isGreaterThan(300_000_000);
        } finally {
            end(shell);
        }
    }

    @Test
    void aProcessWhoseParentHasEndedStaysInTheTree() throws Exception {
        var shell = shell("sh -c 'sleep 60 & read line' < /dev/zero & sh -c 'sleep 60 & sleep 0.3'; sleep 60");
        try {
            var tree = ProcessTree.of(shell.pid());
            await(() -> tree.read().orElseThrow().processes() >= 5);
            long alive = tree.read().orElseThrow().processes();

            await(() -> tree.read().orElseThrow().processes() < alive);

            assertThat(tree.read().orElseThrow().processes()).isGreaterThanOrEqualTo(3);
        } finally {
            end(shell);
        }
    }

    @Test
    void aNameMayHoldAnything() {
        var stat = ProcessStat.parse(7, "7 (a) b\n(c)) S 3 7 7 0 -1 4194304 1 0 0 0 150 50 25 75 20 0 1 0 99 1 2 3");

        assertThat(stat).hasValue(new ProcessStat(7, 3, 99, 3.0));
        assertThat(ProcessStat.parse(7, "7 (cut")).isEmpty();
    }

    @Test
    void aTreeThatWasNeverSeenIsAbsent() throws Exception {
        var ended = shell("true");
        ended.waitFor();

        assertThat(ProcessTree.of(ended.pid()).read()).isEmpty();
    }

    @Test
    void thisProcessAloneIsCheapToRead() {
        var usage = ProcessTree.ofThisProcess().read().orElseThrow();

        assertThat(usage.processes()).isEqualTo(1);
        assertThat(usage.cpuSeconds()).isPositive();
        assertThat(usage.memory().count()).isGreaterThan(10_000_000);
    }

    @Test
    void theMachineUsesMemoryAndCores() {
        var machine = MachineUsage.now().orElseThrow();

        assertThat(machine.cpuSeconds()).isPositive();
        assertThat(machine.memory().count()).isPositive();
        assertThat(machine.pageCache().count()).isPositive();
    }

    @Test
    void aSystemWithoutProcHasNoUsage() {
        assertThat(MachineUsage.read(folder)).isEmpty();
    }

    @Test
    void theFieldsOfTheMachineAreThoseOfTheKernel() throws IOException {
        Files.createDirectories(folder.resolve("proc"));
        Files.writeString(folder.resolve("proc/stat"), "cpu  100 20 30 1000 500 4 6 7 0 0\ncpu0 1 2 3\n");
        Files.writeString(
                folder.resolve("proc/meminfo"),
                "MemTotal: 1000 kB\nMemAvailable: 400 kB\nBuffers: 10 kB\nCached: 90 kB\n");
        Files.writeString(folder.resolve("proc/vmstat"), "pgpgin 5\npgpgout 7\n");

        var machine = MachineUsage.read(folder).orElseThrow();

        assertThat(machine.cpuSeconds()).isEqualTo(1.6);
        assertThat(machine.memory().count()).isEqualTo(600 * 1024);
        assertThat(machine.pageCache().count()).isEqualTo(100 * 1024);
        assertThat(machine.diskRead().count()).isEqualTo(5 * 1024);
        assertThat(machine.diskWritten().count()).isEqualTo(7 * 1024);
    }

    private static Process shell(String script) throws IOException {
        return new ProcessBuilder("sh", "-c", script).start();
    }

    private static void end(Process process) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        for (int i = 0; i < 500 && !condition.getAsBoolean(); i++) {
            Thread.sleep(20);
        }
        assertThat(condition.getAsBoolean()).isTrue();
    }
}
