package dev.stoker.core.io;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Optional;

/**
 * What the system keeps of one file in memory: hints by posix_fadvise. The JDK does not tell the descriptor of a channel, so there
 * is one of its own; these two hints are about the file, whatever the descriptor. Where there is no such call, nothing happens.
 */
public final class PageCache implements AutoCloseable {
    private static final int READ_ONLY_CLOSE_ON_EXEC = 0x80000;
    private static final int WILL_NEED = 3;
    private static final int DONT_NEED = 4;
    private static final int NONE = -1;

    /** The numbers above are those of Linux on 64 bits. */
    private static final boolean LINUX =
            System.getProperty("os.name").toLowerCase(Locale.ROOT).equals("linux")
                    && ValueLayout.ADDRESS.byteSize() == Long.BYTES;

    private static final Optional<Calls> CALLS = LINUX ? Calls.find() : Optional.empty();

    private final int descriptor;

    private record Calls(MethodHandle open, MethodHandle advise, MethodHandle close) {
        static Optional<Calls> find() {
            var open = function(
                    "open",
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.JAVA_INT),
                    Linker.Option.firstVariadicArg(2));
            var advise = function(
                    "posix_fadvise",
                    FunctionDescriptor.of(
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_INT,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_LONG,
                            ValueLayout.JAVA_INT));
            var close = function("close", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
            return open.isPresent() && advise.isPresent() && close.isPresent()
                    ? Optional.of(new Calls(open.get(), advise.get(), close.get()))
                    : Optional.empty();
        }

        @SuppressWarnings("restricted")
        private static Optional<MethodHandle> function(
                String name, FunctionDescriptor descriptor, Linker.Option... options) {
            var linker = Linker.nativeLinker();
            return linker.defaultLookup()
                    .find(name)
                    .map(address -> linker.downcallHandle(address, descriptor, options));
        }
    }

    private PageCache(int descriptor) {
        this.descriptor = descriptor;
    }

    /** Whether hints reach the system. */
    public static boolean takesHints() {
        return CALLS.isPresent();
    }

    /** For hints about a file. One that cannot be opened gets none: whoever reads it says why. */
    public static PageCache of(Path file) {
        return new PageCache(CALLS.map(calls -> opened(calls, file)).orElse(NONE));
    }

    private static int opened(Calls calls, Path file) {
        try (var arena = Arena.ofConfined()) {
            return (int) calls.open.invokeExact(arena.allocateFrom(file.toString()), READ_ONLY_CLOSE_ON_EXEC);
        } catch (Throwable bug) {
            throw new AssertionError("the call of open does not match its signature", bug);
        }
    }

    /** Starts to read a range into memory and does not wait for it; false where the system takes no such hint. */
    public boolean willNeed(long offset, long length) {
        return advise(offset, length, WILL_NEED);
    }

    private boolean advise(long offset, long length, int advice) {
        if (descriptor == NONE) {
            return false;
        }
        try {
            return (int) CALLS.orElseThrow().advise.invokeExact(descriptor, offset, length, advice) == 0;
        } catch (Throwable bug) {
            throw new AssertionError("the call of posix_fadvise does not match its signature", bug);
        }
    }

    /** Writes what is not on the disk yet, then removes the file from memory: the next to read it waits for the disk. */
    public static boolean evict(Path file) throws IOException {
        try (var channel = FileChannel.open(file, StandardOpenOption.READ);
                var cache = of(file)) {
            channel.force(true); // pages that are not written yet would stay
            return cache.advise(0, 0, DONT_NEED);
        }
    }

    @Override
    public void close() {
        if (descriptor == NONE) {
            return;
        }
        try {
            int _ = (int) CALLS.orElseThrow().close.invokeExact(descriptor);
        } catch (Throwable bug) {
            throw new AssertionError("the call of close does not match its signature", bug);
        }
    }
}
