package dev.stoker.cli.internal.console;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/** Whether a stream of this process is a terminal, how wide it is, and whether it has colors. */
public final class Terminal {
    private static final int DEFAULT_WIDTH = 80;

    private Terminal() {}

    /** Asks the C library: the JVM's own console says no as soon as standard input is redirected. */
    public static boolean isTerminal(int fileDescriptor) {
        var linker = Linker.nativeLinker();
        var isatty = linker.defaultLookup().find("isatty");
        if (isatty.isEmpty()) {
            return false;
        }
        var handle =
                linker.downcallHandle(isatty.get(), FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        try {
            return (int) handle.invokeExact(fileDescriptor) == 1;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** No color where NO_COLOR is set to anything, by the convention of no-color.org. */
    static boolean wantsColors() {
        String refused = System.getenv("NO_COLOR");
        return (refused == null || refused.isEmpty()) && !"dumb".equals(System.getenv("TERM"));
    }

    /** The launcher passes the width on; a window that changes later only costs a wrapped line. */
    static int columns() {
        return Integer.getInteger("stoker.columns", DEFAULT_WIDTH);
    }
}
