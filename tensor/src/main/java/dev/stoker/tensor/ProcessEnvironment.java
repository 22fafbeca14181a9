package dev.stoker.tensor;

import dev.stoker.core.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;

/** The environment and the allocator that native libraries of this process use; Java cannot change them by itself. */
final class ProcessEnvironment {
    private static final int M_TRIM_THRESHOLD = -1; // as in malloc.h
    private static final int M_TOP_PAD = -2;
    private static final int M_MMAP_THRESHOLD = -3;

    /** The size of the pieces in which arenas of threads other than the first take memory, HEAP_MAX_SIZE of glibc. */
    private static final int ARENA_PIECE = 64 << 20;

    private ProcessEnvironment() {}

    /** Sets a variable unless the user has set it. */
    static void setDefault(String name, String value) {
        var setenv = function(
                "setenv",
                FunctionDescriptor.of(
                        ValueLayout.JAVA_INT, ValueLayout.ADDRESS, ValueLayout.ADDRESS, ValueLayout.JAVA_INT));
        if (setenv.isEmpty()) {
            return; // Windows has no setenv
        }
        try (var arena = Arena.ofConfined()) {
            int _ = (int) setenv.get().invokeExact(arena.allocateFrom(name), arena.allocateFrom(value), 0);
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    /**
     * Lets glibc's malloc keep freed memory for the next allocation, unless the user has set its variables.
     *
     * <p>Arenas of threads take memory in pieces of 64 MiB. A freed piece is unmapped at once, whatever the threshold, unless
     * less than the padding would be left, and the next step takes it again page by page: up to 4,100 page faults per step of
     * 15 tensors were counted. Padding is address space, not memory, until it is used.
     *
     * @param block blocks of at least this size are still mapped and unmapped individually; glibc takes 32 MiB at most
     * @param kept what each arena may keep
     * @return whether malloc has taken all of it
     */
    static boolean keepFreedMemory(Bytes block, Bytes kept) {
        var mallopt = function(
                "mallopt", FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_INT, ValueLayout.JAVA_INT));
        if (mallopt.isEmpty()
                || System.getenv("MALLOC_TRIM_THRESHOLD_") != null
                || System.getenv("MALLOC_MMAP_THRESHOLD_") != null) {
            return false; // other C libraries have no mallopt
        }
        try {
            int accepted = (int) mallopt.get().invokeExact(M_MMAP_THRESHOLD, Math.toIntExact(block.count()));
            accepted &= (int) mallopt.get().invokeExact(M_TRIM_THRESHOLD, Math.toIntExact(kept.count()));
            if (System.getenv("MALLOC_TOP_PAD_") == null) {
                accepted &= (int) mallopt.get().invokeExact(M_TOP_PAD, ARENA_PIECE);
            }
            return accepted == 1;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    private static Optional<MethodHandle> function(String name, FunctionDescriptor descriptor) {
        var linker = Linker.nativeLinker();
        return linker.defaultLookup().find(name).map(address -> linker.downcallHandle(address, descriptor));
    }
}
