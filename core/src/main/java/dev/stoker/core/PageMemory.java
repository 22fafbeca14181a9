package dev.stoker.core;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;

/**
 * Pages of the kernel. Large buffers that are freed later than what was allocated after them leave gaps in malloc's memory,
 * which stays resident; pages go back when they are freed, so a buffer that is needed for a moment costs nothing afterwards.
 */
final class PageMemory {
    /** Below this, the rest of the last page and the call are worth more than what is gained. */
    static final long SMALLEST = 1 << 20;

    private static final boolean LINUX = System.getProperty("os.name").equals("Linux");

    private PageMemory() {}

    /** Whether a buffer of this size should be made of pages; otherwise it is one of malloc. */
    static boolean suits(long bytes) {
        return LINUX && bytes >= SMALLEST;
    }

    /** Zeroed memory, which is unmapped when the arena is closed. */
    static MemorySegment allocate(long bytes, Arena arena) {
        var address = Calls.map(bytes);
        return address.reinterpret(bytes, arena, pages -> Calls.unmap(pages, bytes));
    }

    /** The functions of the C library. */
    private static final class Calls {
        private static final int READ_AND_WRITE = 1 | 2; // PROT_READ, PROT_WRITE
        private static final int PRIVATE_AND_ANONYMOUS = 2 | 0x20; // MAP_PRIVATE, MAP_ANONYMOUS
        private static final long FAILED = -1; // MAP_FAILED

        private static final MethodHandle MMAP = function(
                "mmap", FunctionDescriptor.of(ADDRESS, ADDRESS, JAVA_LONG, JAVA_INT, JAVA_INT, JAVA_INT, JAVA_LONG));
        private static final MethodHandle MUNMAP =
                function("munmap", FunctionDescriptor.of(JAVA_INT, ADDRESS, JAVA_LONG));

        static MemorySegment map(long bytes) {
            MemorySegment pages;
            try {
                pages = (MemorySegment)
                        MMAP.invokeExact(MemorySegment.NULL, bytes, READ_AND_WRITE, PRIVATE_AND_ANONYMOUS, -1, 0L);
            } catch (Throwable failure) {
                throw new IllegalStateException(failure);
            }
            if (pages.address() == FAILED) {
                throw new OutOfMemoryError("Cannot map " + new Bytes(bytes) + " of memory");
            }
            return pages;
        }

        static void unmap(MemorySegment pages, long bytes) {
            try {
                int _ = (int) MUNMAP.invokeExact(pages, bytes);
            } catch (Throwable failure) {
                throw new IllegalStateException(failure);
            }
        }

        private static MethodHandle function(String name, FunctionDescriptor descriptor) {
            var linker = Linker.nativeLinker();
            return linker.downcallHandle(linker.defaultLookup().findOrThrow(name), descriptor);
        }
    }
}
