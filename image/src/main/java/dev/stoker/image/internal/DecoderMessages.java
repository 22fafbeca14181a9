package dev.stoker.image.internal;

import static java.lang.foreign.ValueLayout.ADDRESS;
import static java.lang.foreign.ValueLayout.JAVA_BYTE;
import static java.lang.foreign.ValueLayout.JAVA_INT;
import static java.lang.foreign.ValueLayout.JAVA_LONG;

import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.MemoryLayout;
import java.lang.foreign.MemorySegment;
import java.lang.invoke.MethodHandle;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.MethodType;
import java.nio.charset.StandardCharsets;

/**
 * What libjpeg and libpng print while a thread decodes. They report damage by {@code fprintf(stderr, …)} only, which OpenCV
 * does not change. So the C library's {@code stderr} is replaced by a stream whose writer is a method: on a thread that
 * decodes, it keeps the text for that image, and it passes all others on to file descriptor 2 at once. The descriptor stays as
 * it is: Java, C++ and the JVM's own messages do not come this way.
 */
public final class DecoderMessages {
    /** Leaves {@code stderr} alone, for programs that replace it themselves; messages then go there, and damage is not seen. */
    static final String KEEP_PROPERTY = "stoker.keep-stderr";

    private static final int STANDARD_ERROR = 2;
    private static final int UNBUFFERED = 2;
    private static final int MAXIMUM_LENGTH = 1000;
    private static final MemoryLayout COOKIE_FUNCTIONS =
            MemoryLayout.structLayout(ADDRESS, ADDRESS.withName("write"), ADDRESS, ADDRESS);

    private static final ThreadLocal<DecoderMessages> OF_THREAD = ThreadLocal.withInitial(DecoderMessages::new);

    private static volatile boolean caught;

    private final StringBuilder text = new StringBuilder();
    private boolean decoding;

    private DecoderMessages() {}

    /** The messages of the present thread, from now on until {@link #end}. */
    public static DecoderMessages begin() {
        var messages = OF_THREAD.get();
        messages.text.setLength(0);
        messages.decoding = true;
        return messages;
    }

    /** What was printed since; mostly nothing. */
    public String end() {
        decoding = false;
        return text.isEmpty() ? "" : text.toString().strip();
    }

    /** Whether messages come here, and are not printed. */
    public static boolean areCaught() {
        return caught;
    }

    private void add(MemorySegment bytes) {
        if (text.length() < MAXIMUM_LENGTH) {
            text.append(new String(bytes.toArray(JAVA_BYTE), StandardCharsets.ISO_8859_1));
        }
    }

    // ---- the stream

    private record Functions(Linker linker, MethodHandle write) {}

    /** Replaces {@code stderr} for the life of this process; where that is impossible, messages go where they always went. */
    @SuppressWarnings("CatchingUnchecked") // whatever goes wrong, decoding must work
    static void catchAll() {
        if (Boolean.getBoolean(KEEP_PROPERTY)) {
            return;
        }
        try {
            replaceStandardError(Linker.nativeLinker());
        } catch (Throwable _) {
            // another C library
        }
    }

    /** Of the GNU C library only: elsewhere {@code stderr} may be in read-only memory. */
    private static void replaceStandardError(Linker linker) throws Throwable {
        var library = linker.defaultLookup();
        if (library.find("gnu_get_libc_version").isEmpty()) {
            return;
        }
        var write = linker.downcallHandle(
                library.findOrThrow("write"), FunctionDescriptor.of(JAVA_LONG, JAVA_INT, ADDRESS, JAVA_LONG));
        var stream = open(linker, new Functions(linker, write));
        var variable = standardError(linker);
        var original = variable.get(ADDRESS, 0);
        variable.set(ADDRESS, 0, stream);
        caught = true;
        // Native code may still print when there is no more Java.
        Runtime.getRuntime().addShutdownHook(new Thread(() -> variable.set(ADDRESS, 0, original), "restore-stderr"));
    }

    /** The variable that all libraries share, which may be a copy in the executable. */
    private static MemorySegment standardError(Linker linker) throws Throwable {
        var lookup = linker.downcallHandle(
                linker.defaultLookup().findOrThrow("dlsym"), FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS));
        try (var arena = Arena.ofConfined()) {
            var anywhere = MemorySegment.NULL;
            var found = (MemorySegment) lookup.invokeExact(anywhere, arena.allocateFrom("stderr"));
            return found.reinterpret(ADDRESS.byteSize());
        }
    }

    private static MemorySegment open(Linker linker, Functions functions) throws Throwable {
        var library = linker.defaultLookup();
        var write = MethodHandles.lookup()
                .findStatic(
                        DecoderMessages.class,
                        "write",
                        MethodType.methodType(
                                long.class, Functions.class, MemorySegment.class, MemorySegment.class, long.class))
                .bindTo(functions);
        var stub =
                linker.upcallStub(write, FunctionDescriptor.of(JAVA_LONG, ADDRESS, ADDRESS, JAVA_LONG), Arena.global());
        var open = linker.downcallHandle(
                library.findOrThrow("fopencookie"), FunctionDescriptor.of(ADDRESS, ADDRESS, ADDRESS, COOKIE_FUNCTIONS));
        var buffering = linker.downcallHandle(
                library.findOrThrow("setvbuf"), FunctionDescriptor.of(JAVA_INT, ADDRESS, ADDRESS, JAVA_INT, JAVA_LONG));
        try (var arena = Arena.ofConfined()) {
            var table = arena.allocate(COOKIE_FUNCTIONS);
            table.set(ADDRESS, COOKIE_FUNCTIONS.byteOffset(MemoryLayout.PathElement.groupElement("write")), stub);
            var stream = (MemorySegment) open.invokeExact(MemorySegment.NULL, arena.allocateFrom("w"), table);
            int _ = (int) buffering.invokeExact(stream, MemorySegment.NULL, UNBUFFERED, 0L);
            return stream;
        }
    }

    /** Called by the C library on the thread that prints; an exception here would end the JVM. */
    @SuppressWarnings({"unused", "CatchingUnchecked"})
    private static long write(Functions functions, MemorySegment cookie, MemorySegment buffer, long size) {
        try {
            var messages = OF_THREAD.get();
            if (messages.decoding) {
                messages.add(buffer.reinterpret(size));
            } else {
                long _ = (long) functions.write.invokeExact(STANDARD_ERROR, buffer, size);
            }
        } catch (Throwable _) {
            // a lost line is better than a lost run
        }
        return size;
    }
}
