package dev.stoker.telemetry.hardware;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class HostMemoryTest {
    private static final long MEBIBYTE = 1 << 20;

    @TempDir
    Path root;

    @BeforeEach
    void aMachineOf64MebibytesWith48Available() throws IOException {
        write("proc/meminfo", "MemTotal:       65536 kB\nMemFree:         1024 kB\nMemAvailable:   49152 kB\n");
        write("proc/self/status", "Name:\tjava\nVmRSS:\t    2048 kB\nThreads:\t9\n");
    }

    @Test
    void withoutControlGroupsTheMachineCounts() {
        assertMemory(64, 48);
        assertThat(memory().resident()).hasValue(2 * MEBIBYTE);
    }

    @Test
    void aLimitOfVersion2CountsAndIdleCacheIsFree() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("sys/fs/cgroup/memory.max", 32 * MEBIBYTE + "\n");
        write("sys/fs/cgroup/memory.current", 30 * MEBIBYTE + "\n");
        write("sys/fs/cgroup/memory.stat", "anon 1\ninactive_file " + 10 * MEBIBYTE + "\nactive_file 3\n");

        assertMemory(32, 12);
    }

    @Test
    void theLowestLimitOnTheWayUpCounts() throws IOException {
        write("proc/self/cgroup", "0::/jobs/mine\n");
        write("sys/fs/cgroup/jobs/mine/memory.max", "max\n");
        write("sys/fs/cgroup/jobs/mine/memory.current", 5 * MEBIBYTE + "\n");
        write("sys/fs/cgroup/jobs/memory.max", 16 * MEBIBYTE + "\n");
        write("sys/fs/cgroup/jobs/memory.current", 6 * MEBIBYTE + "\n");

        assertMemory(16, 10);
    }

    @Test
    void aLimitOfVersion1Counts() throws IOException {
        write("proc/self/cgroup", "5:cpu,cpuacct:/job\n4:hugetlb,memory:/job\n0::/\n");
        write("sys/fs/cgroup/memory/job/memory.limit_in_bytes", 24 * MEBIBYTE + "\n");
        write("sys/fs/cgroup/memory/job/memory.usage_in_bytes", 20 * MEBIBYTE + "\n");
        write("sys/fs/cgroup/memory/job/memory.stat", "inactive_file 7\ntotal_inactive_file " + 4 * MEBIBYTE + "\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", "9223372036854771712\n");

        assertMemory(24, 8);
    }

    @Test
    void aContainerThatSeesThePathOfItsHostFindsItsLimitAtTheMount() throws IOException {
        write("proc/self/cgroup", "4:memory:/docker/0123\n0::/../../outside\n");
        write("sys/fs/cgroup/memory/memory.limit_in_bytes", 24 * MEBIBYTE + "\n");
        write("sys/fs/cgroup/memory.max", 20 * MEBIBYTE + "\n");

        assertMemory(20, 20);
    }

    @Test
    void aGroupAboveItsLimitHasNothingAvailable() throws IOException {
        write("proc/self/cgroup", "0::/\n");
        write("sys/fs/cgroup/memory.max", MEBIBYTE + "\n");
        write("sys/fs/cgroup/memory.current", 2 * MEBIBYTE + "\n");

        assertMemory(1, 0);
    }

    @Test
    void withoutProcNothingIsKnown() {
        var elsewhere = new LinuxMemory(root.resolve("absent"));

        assertThat(elsewhere.total()).isEmpty();
        assertThat(elsewhere.available()).isEmpty();
        assertThat(elsewhere.resident()).isEmpty();
    }

    @Test
    void thisMachineHasMemory() {
        assertThat(HostMemory.total()).isGreaterThan(Bytes.ofMebibytes(100));
        assertThat(HostMemory.available()).isBetween(Bytes.ofMebibytes(1), HostMemory.total());
    }

    @Test
    @EnabledOnOs(OS.LINUX)
    void thisProcessHoldsMemoryAndMoreOnceItHasTouchedSome() {
        Bytes before = HostMemory.resident();
        assertThat(before).isBetween(Bytes.ofMebibytes(1), HostMemory.total());

        try (var arena = Arena.ofConfined()) {
            arena.allocate(64 * MEBIBYTE).fill((byte) 1);
            assertThat(HostMemory.resident().count() - before.count()).isGreaterThan(48 * MEBIBYTE);
        }
    }

    private void assertMemory(long totalMebibytes, long availableMebibytes) {
        assertThat(memory().total()).hasValue(totalMebibytes * MEBIBYTE);
        assertThat(memory().available()).hasValue(availableMebibytes * MEBIBYTE);
    }

    private LinuxMemory memory() {
        return new LinuxMemory(root);
    }

    private void write(String file, String content) throws IOException {
        Path path = root.resolve(file);
        Files.createDirectories(path.getParent());
        Files.writeString(path, content);
    }
}
