package dev.stoker.telemetry.hardware;

import dev.stoker.core.Bytes;
import java.nio.file.Path;
import java.util.List;
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

    private static final Path MACHINE = Path.of("/");
    private static final Pattern SPACES = Pattern.compile("\\s+");

    /** user, nice, system, then idle and waiting for disks, then interrupts; what a hypervisor took was not used here. */
    private static final int[] BUSY_FIELDS = {1, 2, 3, 6, 7};

    /** The present state; empty where the kernel is not Linux. */
    public static Optional<MachineUsage> now() {
        return read(MACHINE);
    }

    static Optional<MachineUsage> read(Path root) {
        var stat = ProcFile.lines(root.resolve("proc/stat"));
        if (stat.isEmpty() || !stat.getFirst().startsWith("cpu ")) {
            return Optional.empty();
        }
        var memory = new ProcFile.Fields(root.resolve("proc/meminfo"));
        var paging = new ProcFile.Fields(root.resolve("proc/vmstat"));
        return Optional.of(new MachineUsage(
                busySeconds(stat.getFirst()),
                new Bytes(used(root, memory)),
                new Bytes(memory.kibibytes("Cached:").orElse(0)
                        + memory.kibibytes("Buffers:").orElse(0)),
                new Bytes(paging.kibibytes("pgpgin").orElse(0)),
                new Bytes(paging.kibibytes("pgpgout").orElse(0))));
    }

    /** Groups are looked up once: walking up to the root of all of them costs more than everything else here. */
    private static long used(Path root, ProcFile.Fields memory) {
        long total = memory.kibibytes("MemTotal:").orElse(0);
        long available = memory.kibibytes("MemAvailable:").orElse(total);
        for (var group : root.equals(MACHINE) ? Limits.GROUPS : Limits.of(root)) {
            total = Math.min(total, group.limit().orElse(total));
            available = Math.min(available, group.headroom().orElse(available));
        }
        return Math.max(0, total - available);
    }

    /** The groups that limit memory; a limit seldom changes while a process runs. */
    private static final class Limits {
        static final List<ControlGroup> GROUPS = of(MACHINE);

        static List<ControlGroup> of(Path root) {
            return ControlGroup.enclosing(root).stream()
                    .filter(group -> group.limit().isPresent())
                    .toList();
        }
    }

    private static double busySeconds(String line) {
        String[] words = SPACES.split(line, -1);
        double ticks = 0;
        for (int field : BUSY_FIELDS) {
            ticks += field < words.length ? Double.parseDouble(words[field]) : 0;
        }
        return ticks / TICKS_PER_SECOND;
    }
}
