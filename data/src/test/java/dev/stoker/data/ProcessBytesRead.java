package dev.stoker.data;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Assumptions;

/** The bytes that this process has read from files, as the system counts them. */
final class ProcessBytesRead {
    private static final Path COUNTERS = Path.of("/proc/self/io");
    private static final String READ = "rchar: ";

    private ProcessBytesRead() {}

    static long soFar() throws IOException {
        Assumptions.assumeTrue(Files.isReadable(COUNTERS), "this system does not count what a process reads");
        return Files.readAllLines(COUNTERS).stream()
                .filter(line -> line.startsWith(READ))
                .mapToLong(line -> Long.parseLong(line.substring(READ.length())))
                .sum();
    }
}
