package dev.stoker.cli.internal.process;

import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;

/** Lets Linux make this process the parent of descendants whose parent has ended, so that they are still found below it. */
final class Subreaper {
    private static final int SET_CHILD_SUBREAPER = 36;

    private Subreaper() {}

    /** Without effect on other systems. */
    static void become() {
        var linker = Linker.nativeLinker();
        linker.defaultLookup().find("prctl").ifPresent(address -> {
            var number = ValueLayout.JAVA_LONG;
            var descriptor =
                    FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, number, number, number, number);
            try {
                int _ = (int) linker.downcallHandle(address, descriptor, Linker.Option.firstVariadicArg(1))
                        .invokeExact(SET_CHILD_SUBREAPER, 1L, 0L, 0L, 0L);
            } catch (Throwable failure) {
                throw new IllegalStateException(failure);
            }
        });
    }
}
