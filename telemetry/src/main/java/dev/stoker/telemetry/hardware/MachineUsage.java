package dev.stoker.telemetry.hardware;

import dev.stoker.core.Bytes;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * What all processes of this machine use, by the kernel's count. Times and disk traffic are totals since the machine started.
 *
 * @param cpuSeconds in which a core was busy
 * @param memory in use within what this process may use; file caches count as free
 * @param pageCache memory that holds content of files
 */
public record MachineUsage(double cpuSeconds, Bytes memory, Bytes pageCache, Bytes diskRead, Bytes diskWritten) {
    /** The unit of times in /proc, on every architecture that Java runs on. */
    static final double TICKS_PER_SECOND = 100;

    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** user, nice, system, then idle and waiting for disks, then interrupts; what a hypervisor took was not used here. */
    private static final int[] BUSY_FIELDS = {1, 2, 3, 6, 7};

    /** The present state; empty where the kernel is not Linux. */
    public static Optional<MachineUsage> now() {
        return read(Path.of("/"));
    }

    static Optional<MachineUsage> read(Path root) {
        var stat = ProcFile.lines(root.resolve("proc/stat"));
        if (stat.isEmpty() || !stat.getFirst().startsWith("cpu ")) {
            return Optional.empty();
        }
        var memory = new ProcFile.Fields(root.resolve("proc/meminfo"));
        var paging = new ProcFile.Fields(root.resolve("proc/vmstat"));
        var limits = new LinuxMemory(root);
        long total = limits.total().orElse(0);
        return Optional.of(new MachineUsage(
                busySeconds(stat.getFirst()),
                new Bytes(Math.max(0, total - limits.available().orElse(total))),
                new Bytes(memory.kibibytes("Cached:").orElse(0)
                        + memory.kibibytes("Buffers:").orElse(0)),
                new Bytes(paging.kibibytes("pgpgin").orElse(0)),
                new Bytes(paging.kibibytes("pgpgout").orElse(0))));
    }

    private static double busySeconds(String line) {
        String[] words = SPACES.split(line);
        double ticks = 0;
        for (int field : BUSY_FIELDS) {
            ticks += field < words.length ? Double.parseDouble(words[field]) : 0;
        }
        return ticks / TICKS_PER_SECOND;
    }
}
