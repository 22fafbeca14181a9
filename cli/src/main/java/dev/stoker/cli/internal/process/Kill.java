package dev.stoker.cli.internal.process;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.util.Map;

/** Sends signals by the C library: the JVM can send two of them only. */
final class Kill {
    private static final Map<String, Integer> NUMBERS = Map.of("HUP", 1, "INT", 2, "TERM", 15);

    private Kill() {}

    static void send(long process, String signal) {
        int number = NUMBERS.getOrDefault(signal, 0);
        var linker = Linker.nativeLinker();
        linker.defaultLookup().find("kill").ifPresent(address -> {
            var descriptor = FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT);
            try {
                // A process that has ended meanwhile needs no signal.
                int _ = (int) linker.downcallHandle(address, descriptor).invokeExact((int) process, number);
            } catch (Throwable failure) {
                throw new IllegalStateException(failure);
            }
        });
    }
}
