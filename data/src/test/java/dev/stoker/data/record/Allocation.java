package dev.stoker.data.record;

import com.sun.management.ThreadMXBean;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;

/** The heap and the address space that this process has allocated. */
public final class Allocation {
    private Allocation() {}

    public static long ofThisThread() {
        return ManagementFactory.getPlatformMXBean(ThreadMXBean.class).getCurrentThreadAllocatedBytes();
    }

    /** The address space in use, memory of arenas included; other threads move it by a little. */
    static long addressSpace() throws IOException {
        String pages = Files.readString(Path.of("/proc/self/statm")).split(" ", 2)[0];
        return Long.parseLong(pages) * 4_096;
    }
}
