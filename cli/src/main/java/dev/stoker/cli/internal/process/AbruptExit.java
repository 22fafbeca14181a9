package dev.stoker.cli.internal.process;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/**
 * Ends the process while a thread is still in a native call. {@code System.exit} and {@code Runtime.halt} destroy the
 * variables of libraries that such a thread uses: measured, libtorch crashes then and the JVM writes a report about it.
 */
final class AbruptExit {
    private AbruptExit() {}

    static void with(int code) {
        System.out.flush();
        System.err.flush();
        var linker = Linker.nativeLinker();
        linker.defaultLookup().find("_exit").ifPresent(address -> {
            try {
                linker.downcallHandle(address, FunctionDescriptor.ofVoid(ValueLayout.JAVA_INT))
                        .invokeExact(code);
            } catch (Throwable failure) {
                throw new IllegalStateException(failure);
            }
        });
        Runtime.getRuntime().halt(code);
    }
}
