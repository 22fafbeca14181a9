package dev.stoker.telemetry.hardware;

import com.sun.management.OperatingSystemMXBean;
import dev.stoker.core.Bytes;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;

/** The main memory this process may use. A container's limit counts where it is lower than the machine's memory. */
public final class HostMemory {
    private static final LinuxMemory LINUX = new LinuxMemory(Path.of("/"));

    private HostMemory() {}

    public static Bytes total() {
        return new Bytes(LINUX.total().orElseGet(() -> machine().getTotalMemorySize()));
    }

    /** What could still be taken without pushing anyone into swap; caches of files count as available. */
    public static Bytes available() {
        return new Bytes(LINUX.available().orElseGet(() -> machine().getFreeMemorySize()));
    }

    /** What this process holds in memory, heap and native; 0 where the system does not say. */
    public static Bytes resident() {
        return new Bytes(LINUX.resident().orElse(0));
    }

    private static OperatingSystemMXBean machine() {
        return ManagementFactory.getPlatformMXBean(OperatingSystemMXBean.class);
    }
}
