package dev.stoker.distribute.coordination;

import java.io.Closeable;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;

/** How sockets between ranks are set up and closed. */
final class Sockets {
    private Sockets() {}

    static void configure(Socket socket, Duration readTimeout) throws IOException {
        socket.setTcpNoDelay(true);
        socket.setKeepAlive(true);
        socket.setSoTimeout(milliseconds(readTimeout));
    }

    /** As sockets take it, to which 0 would be forever. */
    static int milliseconds(Duration duration) {
        return Math.clamp(duration.toMillis(), 1, Integer.MAX_VALUE);
    }

    static void close(Closeable socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // it is gone either way
        }
    }
}
