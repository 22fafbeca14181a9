package dev.stoker.bench.storage;

import java.io.IOException;
import java.io.OutputStream;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/** One connection through the proxy. Clients of HTTP/1.1 wait for an answer before they ask again, so what follows a request is its answer. */
final class LinkConnection implements AutoCloseable {
    private static final int CHUNK = 16 << 10;
    private static final byte[] BUSY = "HTTP/1.1 503 Slow Down\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"
            .getBytes(StandardCharsets.ISO_8859_1);

    /** What happens to one answer. */
    private static final class Pending {
        final long since = System.nanoTime();
        final long first;
        final AnswerBoundary boundary;
        volatile boolean begun;

        Pending(long first, AnswerBoundary boundary) {
            this.first = first;
            this.boundary = boundary;
        }
    }

    private final Socket client;
    private final Socket server;
    private final LinkShape shape;
    private final LinkPacer pacer;
    private final LinkCounts counts;
    private final LinkFaults faults;
    private final long cutAfter;
    private long passed;
    private volatile @Nullable Pending pending;

    LinkConnection(
            Socket client, Socket server, LinkShape shape, LinkPacer pacer, LinkCounts counts, LinkFaults faults) {
        this.client = client;
        this.server = server;
        this.shape = shape;
        this.pacer = pacer;
        this.counts = counts;
        this.faults = faults;
        cutAfter = faults.cutAfter();
    }

    /** Passes requests on until one side closes. */
    void passRequests() {
        var bytes = new byte[CHUNK];
        try {
            var in = client.getInputStream();
            var out = server.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                var current = pending;
                if (current == null || current.begun) {
                    if (faults.fails()) {
                        refuse();
                        return;
                    }
                    begin(bytes, count);
                }
                out.write(bytes, 0, count);
            }
        } catch (IOException _) {
            // one side is gone, and the other is closed with it
        } finally {
            close();
        }
    }

    private void refuse() throws IOException {
        LinkPacer.waitUntil(System.nanoTime() + shape.latency().toNanos());
        client.getOutputStream().write(BUSY);
    }

    private void begin(byte[] request, int count) {
        long wait = shape.latency().toNanos() + (faults.stalls() ? shape.stall().toNanos() : 0);
        pending = new Pending(System.nanoTime() + wait, new AnswerBoundary(request, count));
    }

    /** Passes answers on, each after its latency, at the speed of the link. */
    void passAnswers() {
        var bytes = new byte[CHUNK];
        try {
            var in = server.getInputStream();
            var out = client.getOutputStream();
            for (int count = in.read(bytes); count >= 0; count = in.read(bytes)) {
                if (!pass(bytes, count, out)) {
                    return;
                }
            }
        } catch (IOException _) {
            // one side is gone, and the other is closed with it
        } finally {
            close();
        }
    }

    private boolean pass(byte[] bytes, int count, OutputStream out) throws IOException {
        var current = pending;
        if (current != null && !current.begun) {
            LinkPacer.waitUntil(current.first);
            current.begun = true;
        }
        pacer.pass(count);
        passed += count;
        if (passed > cutAfter) {
            out.write(bytes, 0, count / 2);
            return false;
        }
        out.write(bytes, 0, count);
        counts.passed(count);
        if (current != null && current.boundary.take(bytes, count)) {
            counts.answered(System.nanoTime() - current.since);
        }
        return true;
    }

    @Override
    public void close() {
        closeQuietly(client);
        closeQuietly(server);
    }

    private static void closeQuietly(Socket socket) {
        try {
            socket.close();
        } catch (IOException _) {
            // closed is what it shall be
        }
    }
}
