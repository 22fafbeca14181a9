package dev.stoker.telemetry.hardware;

import com.sun.management.OperatingSystemMXBean;
import dev.stoker.core.Bytes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.Optional;

/** The main memory this process may use. A container's limit counts where it is lower than the machine's memory. */
public final class HostMemory {
    private static final LinuxMemory LINUX = new LinuxMemory(Path.of("/"));

    private HostMemory() {}

    public static Bytes total() {
        return new Bytes(LINUX.total().orElseGet(() -> machine().getTotalMemorySize()));
    }

    /** The limit that a container or a control group sets; empty where the machine's memory is the only one. */
    public static Optional<Bytes> containerLimit() {
        var limit = LINUX.limit();
        return limit.isPresent() ? Optional.of(new Bytes(limit.getAsLong())) : Optional.empty();
    }

    /** The memory that can be allocated without swapping; file caches count as available. */
    public static Bytes available() {
        return new Bytes(LINUX.available().orElseGet(() -> machine().getFreeMemorySize()));
    }

    /** The resident memory of this process, heap and native; 0 where unknown. */
    public static Bytes resident() {
        return new Bytes(LINUX.resident().orElse(0));
    }

    private static OperatingSystemMXBean machine() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    }
}
