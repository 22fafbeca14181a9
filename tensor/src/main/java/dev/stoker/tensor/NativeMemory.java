package dev.stoker.tensor;

import dev.stoker.core.Bytes;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.SegmentAllocator;
import java.lang.foreign.StructLayout;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandle;
import java.util.Optional;
import org.bytedeco.javacpp.Pointer;

/** What native code holds for this process. */
public final class NativeMemory {
    private static final String NO_COUNTING = "org.bytedeco.javacpp.noPointerGC";
    private static final int FIELDS = 10; // of struct mallinfo2, in malloc.h
    private static final int ARENAS = 0;
    private static final int MAPPED = 4;
    private static final int IN_USE = 7;
    private static final StructLayout MALLINFO2 =
            MemoryLayout.structLayout(MemoryLayout.sequenceLayout(FIELDS, ValueLayout.JAVA_LONG));

    private NativeMemory() {}

    /**
     * The memory of malloc.
     *
     * @param held taken from the kernel: what is in use, and what was freed and is kept for the next allocation
     * @param inUse allocated at present
     */
    public record Malloc(Bytes held, Bytes inUse) {}

    /** The memory of glibc's malloc, of all its arenas; empty with other C libraries. */
    public static Optional<Malloc> malloc() {
        return MALLINFO.map(NativeMemory::malloc);
    }

    private static final Optional<MethodHandle> MALLINFO = Linker.nativeLinker()
            .defaultLookup()
            .find("mallinfo2")
            .map(address -> Linker.nativeLinker().downcallHandle(address, FunctionDescriptor.of(MALLINFO2)));

    private static Malloc malloc(MethodHandle mallinfo) {
        try (var arena = Arena.ofConfined()) {
            var info = (MemorySegment) mallinfo.invokeExact((SegmentAllocator) arena);
            long mapped = info.getAtIndex(ValueLayout.JAVA_LONG, MAPPED);
            return new Malloc(
                    new Bytes(info.getAtIndex(ValueLayout.JAVA_LONG, ARENAS) + mapped),
                    new Bytes(info.getAtIndex(ValueLayout.JAVA_LONG, IN_USE) + mapped));
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }

    /** Returns the pages of freed blocks to the kernel, of all arenas of glibc's malloc; nothing with other C libraries. */
    public static void returnFreed() {
        if (MALLOC_TRIM.isPresent()) {
            try {
                int _ = (int) MALLOC_TRIM.get().invokeExact(0L);
            } catch (Throwable failure) {
                throw new IllegalStateException(failure);
            }
        }
    }

    private static final Optional<MethodHandle> MALLOC_TRIM = Linker.nativeLinker()
            .defaultLookup()
            .find("malloc_trim")
            .map(address -> Linker.nativeLinker()
                    .downcallHandle(address, FunctionDescriptor.of(ValueLayout.JAVA_INT, ValueLayout.JAVA_LONG)));

    /**
     * Lets JavaCPP count native objects, at 1.3 µs for each; without effect once it is in use.
     */
    public static void countPointers() {
        System.setProperty(NO_COUNTING, "false");
        System.setProperty("org.bytedeco.javacpp.maxPhysicalBytes", "0"); // else it calls the garbage collector
    }

    /**
     * Native objects that Java holds. JavaCPP counts them only after {@link #countPointers}, or when run with
     * {@code -Dorg.bytedeco.javacpp.noPointerGC=false}.
     */
    public static long livePointers() {
        LibTorch.load();
        return Pointer.totalCount();
    }
}
