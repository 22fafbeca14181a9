package dev.stoker.tensor.collective;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.time.Duration;

/** The address of a store, which may not listen yet. */
record StoreAddress(String host, int port) {
    private static final int PAUSE_MILLISECONDS = 50;

    /**
     * Tries to connect until it succeeds or time is over. libtorch tries again by itself, but beyond its timeout, and writes
     * pages to standard error meanwhile.
     */
    void awaitListening(Duration timeout) throws IOException {
        long end = System.nanoTime() + timeout.toNanos();
        while (true) {
            try (var socket = new Socket()) {
                socket.connect(new InetSocketAddress(host, port), millisecondsUntil(end));
                return;
            } catch (IOException failure) {
                if (millisecondsUntil(end) <= PAUSE_MILLISECONDS) {
                    throw failure;
                }
                pause();
            }
        }
    }

    private static int millisecondsUntil(long end) {
        return Math.toIntExact(Math.clamp((end - System.nanoTime()) / 1_000_000, 1, Integer.MAX_VALUE));
    }

    private static void pause() throws IOException {
        try {
            Thread.sleep(PAUSE_MILLISECONDS);
        } catch (InterruptedException interruption) {
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", interruption);
        }
    }

    @Override
    public String toString() {
        return host + ":" + port;
    }
}
