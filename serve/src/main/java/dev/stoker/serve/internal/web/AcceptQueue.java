package dev.stoker.serve.internal.web;

import java.io.IOException;
import java.lang.foreign.Arena;
import java.lang.foreign.FunctionDescriptor;
import java.lang.foreign.Linker;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalInt;
import java.util.stream.Stream;

/**
 * The connections that Linux has accepted for a listening socket and nobody has taken from it yet. Closing the socket resets them, though
 * their clients may have sent a request already. So new ones are kept out first, and those in the queue are taken; then it may be closed.
 */
final class AcceptQueue {
    private static final int SOL_SOCKET = 1;
    private static final int SO_ATTACH_FILTER = 26;

    /**
     * A classic BPF program, of two words for each instruction: load the flags of the TCP header; drop the packet where SYN is set, else
     * keep it. Handshakes that have begun are completed. A client whose SYN is dropped sends it again after a second and is refused then.
     */
    private static final long[] DROP_SYN = {
        instruction(0x30, 0, 0, 13), instruction(0x45, 0, 1, 2), instruction(0x06, 0, 0, 0), instruction(0x06, 0, 0, -1)
    };

    private static final String LISTENING = "0A";
    private static final int LOCAL_ADDRESS = 1;
    private static final int STATE = 3;
    private static final int QUEUES = 4;
    private static final int INODE = 9;

    private final int port;

    /** That of this process's socket that listens on a port. */
    AcceptQueue(int port) {
        this.port = port;
    }

    private static long instruction(int code, int ifTrue, int ifFalse, int operand) {
        return code | (long) ifTrue << 16 | (long) ifFalse << 24 | (long) operand << 32;
    }

    /** Keeps new connections out from now on; false where the system cannot. */
    boolean refuseNew() {
        try {
            var descriptor = descriptor();
            return descriptor.isPresent() && attach(descriptor.getAsInt());
        } catch (IOException _) {
            return false; // no /proc: another system than Linux
        }
    }

    /** Whether nobody waits in it. */
    boolean isEmpty() {
        try (var sockets = listening()) {
            return sockets.allMatch(fields -> fields[QUEUES].endsWith(":00000000"));
        } catch (IOException _) {
            return true;
        }
    }

    private Stream<String[]> listening() throws IOException {
        String suffix = ":%04X".formatted(port);
        return Stream.of("tcp", "tcp6")
                .map(table -> Path.of("/proc/self/net", table))
                .filter(Files::exists)
                .flatMap(AcceptQueue::rows)
                .map(line -> line.strip().split("\\s+"))
                .filter(fields -> fields[STATE].equals(LISTENING) && fields[LOCAL_ADDRESS].endsWith(suffix));
    }

    private static Stream<String> rows(Path table) {
        try {
            return Files.readAllLines(table).stream().skip(1);
        } catch (IOException _) {
            return Stream.empty();
        }
    }

    private OptionalInt descriptor() throws IOException {
        try (var sockets = listening()) {
            var links = sockets.map(fields -> "socket:[%s]".formatted(fields[INODE]))
                    .toList();
            try (var descriptors = Files.list(Path.of("/proc/self/fd"))) {
                return descriptors
                        .filter(path -> links.contains(target(path)))
                        .mapToInt(path -> Integer.parseInt(path.getFileName().toString()))
                        .findFirst();
            }
        }
    }

    private static String target(Path link) {
        try {
            return Files.readSymbolicLink(link).toString();
        } catch (IOException _) {
            return ""; // closed since it was listed
        }
    }

    private static boolean attach(int descriptor) {
        var linker = Linker.nativeLinker();
        var function = linker.defaultLookup().find("setsockopt");
        if (function.isEmpty()) {
            return false;
        }
        var number = ValueLayout.JAVA_INT;
        var signature = FunctionDescriptor.of(number, number, number, number, ValueLayout.ADDRESS, number);
        try (var arena = Arena.ofConfined()) {
            var program = arena.allocate(2 * ValueLayout.JAVA_LONG.byteSize(), ValueLayout.JAVA_LONG.byteAlignment());
            program.set(ValueLayout.JAVA_SHORT, 0, (short) DROP_SYN.length);
            program.set(
                    ValueLayout.ADDRESS,
                    ValueLayout.JAVA_LONG.byteSize(),
                    arena.allocateFrom(ValueLayout.JAVA_LONG, DROP_SYN));
            return (int) linker.downcallHandle(function.get(), signature)
                            .invokeExact(descriptor, SOL_SOCKET, SO_ATTACH_FILTER, program, (int) program.byteSize())
                    == 0;
        } catch (Throwable failure) {
            throw new IllegalStateException(failure);
        }
    }
}
