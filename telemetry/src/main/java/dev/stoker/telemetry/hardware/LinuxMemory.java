package dev.stoker.telemetry.hardware;

import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.function.Function;

/** Memory in bytes, as reported by the files below a root (the machine's, or a test's). */
record LinuxMemory(Path root) {
    private static final long KIBIBYTE = 1024;

    OptionalLong total() {
        return lowest(kibibytes("proc/meminfo", "MemTotal:"), ControlGroup::limit);
    }

    /** The limit of a control group, where there is one below the machine's memory. */
    OptionalLong limit() {
        OptionalLong machine = kibibytes("proc/meminfo", "MemTotal:");
        OptionalLong total = total();
        return total.isPresent() && total.getAsLong() < machine.orElse(0) ? total : OptionalLong.empty();
    }

    OptionalLong available() {
        return lowest(kibibytes("proc/meminfo", "MemAvailable:"), ControlGroup::headroom);
    }

    OptionalLong resident() {
        return kibibytes("proc/self/status", "VmRSS:");
    }

    private OptionalLong lowest(OptionalLong ofTheMachine, Function<ControlGroup, OptionalLong> ofTheGroup) {
        if (ofTheMachine.isEmpty()) {
            return ofTheMachine;
        }
        long lowest = ofTheMachine.getAsLong();
        for (ControlGroup group : ControlGroup.enclosing(root)) {
            lowest = Math.min(lowest, ofTheGroup.apply(group).orElse(lowest));
        }
        return OptionalLong.of(lowest);
    }

    private OptionalLong kibibytes(String file, String name) {
        OptionalLong found = ProcFile.field(root.resolve(file), name);
        return found.isPresent() ? OptionalLong.of(found.getAsLong() * KIBIBYTE) : found;
    }
}
