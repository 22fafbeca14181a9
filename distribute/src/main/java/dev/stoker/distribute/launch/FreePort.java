package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.net.ServerSocket;

/** A port that nobody listens on at present. */
final class FreePort {
    private FreePort() {}

    static int find() {
        try (var socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new StokerException(
                    "no free port was found (%s); give one with --port".formatted(AtomicFile.reason(failure)), failure);
        }
    }
}
