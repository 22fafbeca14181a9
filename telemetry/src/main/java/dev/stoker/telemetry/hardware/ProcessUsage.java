package dev.stoker.telemetry.hardware;

import dev.stoker.core.Bytes;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * What this process holds by the kernel's count.
 *
 * @param resident memory in RAM: {@code anonymous} and {@code fileBacked} together
 * @param anonymous heaps and stacks, Java's and native
 * @param fileBacked pages of mapped files, such as libraries, which the kernel can drop and read again
 * @param peak the most that was ever resident
 * @param descriptors open files, sockets and pipes
 */
public record ProcessUsage(
        Bytes resident, Bytes anonymous, Bytes fileBacked, Bytes peak, int threads, int descriptors) {
    private static final Path PROCESS = Path.of("/proc/self");

    /** The present state; empty where the kernel is not Linux. */
    public static Optional<ProcessUsage> now() {
        return read(PROCESS);
    }

    static Optional<ProcessUsage> read(Path process) {
        var status = new ProcFile.Fields(process.resolve("status"));
        if (status.kibibytes("VmRSS:").isEmpty()) {
            return Optional.empty();
        }
        Bytes anonymous = bytes(status, "RssAnon:");
        return Optional.of(new ProcessUsage(
                bytes(status, "VmRSS:"),
                anonymous,
                new Bytes(status.kibibytes("RssFile:").orElse(0)
                        + status.kibibytes("RssShmem:").orElse(0)),
                bytes(status, "VmHWM:"),
                (int) status.number("Threads:").orElse(0),
                descriptors(process.resolve("fd"))));
    }

    private static Bytes bytes(ProcFile.Fields status, String name) {
        return new Bytes(status.kibibytes(name).orElse(0));
    }

    /** Without the one that lists them. */
    private static int descriptors(Path folder) {
        int count = 0;
        try (DirectoryStream<Path> open = Files.newDirectoryStream(folder)) {
            for (var _ : open) {
                count++;
            }
        } catch (IOException _) {
            return 0;
        }
        return Math.max(0, count - 1);
    }
}
