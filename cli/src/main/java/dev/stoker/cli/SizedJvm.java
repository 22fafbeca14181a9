package dev.stoker.cli;

import dev.stoker.core.Bytes;
import dev.stoker.job.setup.BackgroundStart;
import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A JVM that fits a memory limit. Its heap cannot be limited while it runs, and only the plan says how much it may have, so
 * the process replaces itself: the same command, process and open files, with other options of the JVM.
 */
final class SizedJvm {
    /** Set in the new process, so that it happens only once. */
    private static final String MARK = "STOKER_JVM_SIZED";

    /** Training needs 10 to 40 MiB; the rest is for lists of files, tables and datasets of pixels. */
    private static final int SHARE_OF_HEAP = 8;

    private static final long SMALLEST_HEAP = 64L << 20;
    private static final Path COMMAND = Path.of("/proc/self/cmdline");
    private static final Path PROGRAM = Path.of("/proc/self/exe");

    private SizedJvm() {}

    /** Returns where the JVM fits the limit already, where it was told its size, or where it cannot be replaced. */
    static void replaceUnlessFitting(Bytes limit) {
        long heap = heap(limit);
        if (System.getenv(MARK) != null || Runtime.getRuntime().maxMemory() <= heap || !Files.isReadable(COMMAND)) {
            return;
        }
        System.out.flush();
        System.err.flush();
        BackgroundStart.await();
        try {
            execute(PROGRAM.toRealPath(), command(Files.readString(COMMAND), heap));
        } catch (IOException _) {
            // The run goes on in this JVM, and is refused where it does not fit.
        }
    }

    private static long heap(Bytes limit) {
        return Math.max(SMALLEST_HEAP, limit.count() / SHARE_OF_HEAP);
    }

    /** Options come first, so that those of the user win. */
    static List<String> command(String nullSeparated, long heap) {
        var words = new ArrayList<>(List.of(nullSeparated.split("\0", -1)));
        words.removeLast(); // after the last separator
        words.addAll(
                1,
                List.of(
                        "-Xms" + Math.min(heap, SMALLEST_HEAP / 2),
                        "-Xmx" + heap,
                        "-XX:MaxMetaspaceSize=96m",
                        "-XX:ReservedCodeCacheSize=48m"));
        return words;
    }

    /** Returns only where it failed. */
    private static void execute(Path program, List<String> words) {
        try (var arena = Arena.ofConfined()) {
            var arguments = arena.allocate(ValueLayout.ADDRESS, words.size() + 1L);
            for (int i = 0; i < words.size(); i++) {
                arguments.setAtIndex(ValueLayout.ADDRESS, i, arena.allocateFrom(words.get(i), StandardCharsets.UTF_8));
            }
            arguments.setAtIndex(ValueLayout.ADDRESS, words.size(), MemorySegment.NULL);
            var setenv = function(
                    "setenv",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
            var execv = function(
                    "execv", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS));
            if (setenv.isPresent() && execv.isPresent()) {
                int _ = (int) setenv.get().invokeExact(arena.allocateFrom(MARK), arena.allocateFrom("1"), 1);
                int _ = (int) execv.get().invokeExact(arena.allocateFrom(program.toString()), arguments);
            }
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Optional<MethodHandle> function(String name, FunctionDescriptor descriptor) {
        var linker = Linker.nativeLinker();
        return linker.defaultLookup().find(name).map(address -> linker.downcallHandle(address, descriptor));
    }
}
