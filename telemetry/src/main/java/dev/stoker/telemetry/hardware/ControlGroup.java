package dev.stoker.telemetry.hardware;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.Stream;

/** A control group that holds this process, and through which a container or a batch system limits its memory. */
record ControlGroup(Path folder, Version version) {
    /** The two interfaces of the kernel name the same things differently. */
    enum Version {
        ONE("memory", "memory.limit_in_bytes", "memory.usage_in_bytes", "total_inactive_file"),
        TWO("", "memory.max", "memory.current", "inactive_file");

        /** Also the folder of its mount; version 2 names no controllers. */
        private final String controller;

        private final String limit;
        private final String usage;
        private final String idleCache;

        Version(String controller, String limit, String usage, String idleCache) {
            this.controller = controller;
            this.limit = limit;
            this.usage = usage;
            this.idleCache = idleCache;
        }
    }

    /** The process's own group and all above it, since the lowest limit of them applies. */
    static List<ControlGroup> enclosing(Path root) {
        Path mounts = root.resolve("sys/fs/cgroup");
        return ProcFile.lines(root.resolve("proc/self/cgroup")).stream()
                .map(line -> line.split(":", 3))
                .filter(parts -> parts.length == 3)
                .flatMap(parts -> Arrays.stream(Version.values())
                        .filter(version -> List.of(parts[1].split(",")).contains(version.controller))
                        .flatMap(version -> upwards(mounts.resolve(version.controller), parts[2], version)))
                .toList();
    }

    /** Absent where there is no limit, which version 2 writes as "max" and version 1 as a number beyond any memory. */
    OptionalLong limit() {
        return ProcFile.number(folder.resolve(version.limit));
    }

    /** The distance to the limit. Idle file cache counts as free, since the kernel drops it before it kills a process. */
    OptionalLong headroom() {
        OptionalLong limit = limit();
        if (limit.isEmpty()) {
            return limit;
        }
        long usage = ProcFile.number(folder.resolve(version.usage)).orElse(0);
        long idle =
                ProcFile.field(folder.resolve("memory.stat"), version.idleCache).orElse(0);
        return OptionalLong.of(Math.max(0, limit.getAsLong() - Math.max(0, usage - idle)));
    }

    /** Inside a container the path may be the host's; its folders are absent then, and the mount is the container's. */
    private static Stream<ControlGroup> upwards(Path mount, String path, Version version) {
        Path innermost = mount.resolve(path.substring(1)).normalize();
        return Stream.iterate(innermost.startsWith(mount) ? innermost : mount, Path::getParent)
                .takeWhile(folder -> folder.startsWith(mount))
                .map(folder -> new ControlGroup(folder, version));
    }
}
