package dev.stoker.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * Gives SIGINT and SIGHUP their default effect in this process, and so in those it starts. Builds in the background
 * ({@code nohup mvn verify &}, many CI runners) ignore them, processes inherit that, and a JVM that starts with an ignored
 * SIGINT neither handles it nor lets {@code sun.misc.Signal} do so.
 */
final class IgnoredSignals {
    private static final int HANGUP = 1;
    private static final int INTERRUPT = 2;
    private static final long DEFAULT_ACTION = 0;

    private IgnoredSignals() {}

    /** Signals that are not ignored keep their handler: it is the JVM's own, and exec resets it. */
    static synchronized void restoreDefault() {
        long ignored = ignored();
        for (int signal : new int[] {HANGUP, INTERRUPT}) {
            if ((ignored >> (signal - 1) & 1) == 1) {
                restoreDefault(signal);
            }
        }
    }

    /** One bit per signal; none where there is no such file, since only Linux has it. */
    private static long ignored() {
        Path status = Path.of("/proc/self/status");
        if (!Files.exists(status)) {
            return 0;
        }
        try (var lines = Files.lines(status)) {
            return lines.filter(line -> line.startsWith("SigIgn:"))
                    .mapToLong(line -> Long.parseUnsignedLong(line.substring(7).strip(), 16))
                    .findFirst()
                    .orElse(0);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static void restoreDefault(int signal) {
        var linker = Linker.nativeLinker();
        var function = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("signal"),
                FunctionDescriptor.of(ValueLayout.JAVA_LONG, ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG));
        try {
            long _ = (long) function.invokeExact(signal, DEFAULT_ACTION);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
