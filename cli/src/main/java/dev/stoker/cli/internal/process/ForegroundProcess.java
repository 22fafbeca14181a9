package dev.stoker.cli.internal.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** Whether this process and its children are those that a terminal sends Ctrl-C to. */
final class ForegroundProcess {
    private static final int GROUP = 2;
    private static final int GROUP_OF_TERMINAL = 5;

    private ForegroundProcess() {}

    static boolean isThis() {
        try {
            return isForeground(Files.readString(Path.of("/proc/self/stat"), StandardCharsets.ISO_8859_1));
        } catch (IOException _) {
            return false;
        }
    }

    /** Fields are counted after the name, which may hold anything. */
    static boolean isForeground(String stat) {
        String[] fields = stat.substring(stat.lastIndexOf(')') + 1).strip().split(" ", -1);
        return fields.length > GROUP_OF_TERMINAL && fields[GROUP].equals(fields[GROUP_OF_TERMINAL]);
    }
}
