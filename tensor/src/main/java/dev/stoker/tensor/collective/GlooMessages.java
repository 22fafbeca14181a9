package dev.stoker.tensor.collective;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * Gloo writes to standard output with how many ranks it is connected, and no setting prevents that. Standard output is for
 * results that other programs read, so it leads to a file while a group connects; what others wrote there is written out
 * afterwards.
 */
final class GlooMessages implements AutoCloseable {
    private static final int STANDARD_OUTPUT = 1;
    private static final int OWNER_ONLY = 0600;
    private static final String SIGN = "[Gloo] ";

    /** Several ranks of one process connect at the same time, and wait for each other. */
    private static int users;

    private static @Nullable GlooMessages redirection;

    private final Path file;
    private final int output;

    private GlooMessages(Path file, int output) {
        this.file = file;
        this.output = output;
    }

    /** Drops messages of Gloo until the last user closes it. */
    static synchronized GlooMessages drop() {
        if (redirection == null) {
            redirection = redirect();
        }
        users++;
        return redirection;
    }

    private static GlooMessages redirect() {
        try {
            var file = Files.createTempFile("stoker-output", ".txt");
            System.out.flush();
            int output = call("dup", STANDARD_OUTPUT);
            int opened = create(file);
            call("dup2", opened, STANDARD_OUTPUT);
            call("close", opened);
            return new GlooMessages(file, output);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    @Override
    public void close() {
        synchronized (GlooMessages.class) {
            if (--users == 0) {
                redirection = null;
                restore();
            }
        }
    }

    private void restore() {
        System.out.flush();
        call("dup2", output, STANDARD_OUTPUT);
        call("close", output);
        try (var lines = Files.lines(file)) {
            lines.filter(line -> !line.startsWith(SIGN)).forEach(System.out::println);
            Files.delete(file);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private static int create(Path file) {
        try (var arena = Arena.ofConfined()) {
            return call("creat", arena.allocateFrom(file.toString()), OWNER_ONLY);
        }
    }

    /** Calls a function of the C library that returns an int. */
    private static int call(String function, Object... arguments) {
        var layouts = new MemoryLayout[arguments.length];
        for (int i = 0; i < arguments.length; i++) {
            layouts[i] = arguments[i] instanceof Integer ? ValueLayout.JAVA_INT : ValueLayout.ADDRESS;
        }
        var linker = Linker.nativeLinker();
        var address = linker.defaultLookup().findOrThrow(function);
        try {
            return (int) linker.downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, layouts))
                    .invokeWithArguments(arguments);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
