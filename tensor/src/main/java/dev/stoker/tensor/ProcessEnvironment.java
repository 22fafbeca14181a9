package dev.stoker.tensor;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/** The environment that native libraries of this process read; Java's own view of it cannot be changed. */
final class ProcessEnvironment {
    private ProcessEnvironment() {}

    /** Sets a variable unless the user has set it. */
    static void setDefault(String name, String value) {
        var linker = Linker.nativeLinker();
        var setenv = linker.defaultLookup().find("setenv");
        if (setenv.isEmpty()) {
            return; // Windows has no setenv
        }
        var handle = linker.downcallHandle(
                setenv.get(),
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        try (var arena = Arena.ofConfined()) {
            int _ = (int) handle.invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), 0);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
