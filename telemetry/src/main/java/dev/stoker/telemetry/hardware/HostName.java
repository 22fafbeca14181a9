package dev.stoker.telemetry.hardware;

import java.nio.file.Path;

/** The machine's name, usable in a file name. */
public final class HostName {
    private HostName() {}

    /** Asks the kernel, since InetAddress.getLocalHost may wait for a name server that does not answer. */
    public static String ofThisMachine() {
        return from(Path.of("/proc/sys/kernel/hostname"));
    }

    static String from(Path file) {
        return ProcFile.lines(file).stream()
                .findFirst()
                .map(name -> name.strip().replaceAll("[^A-Za-z0-9_-]", "-"))
                .filter(name -> !name.isEmpty())
                .orElse("stoker");
    }
}
