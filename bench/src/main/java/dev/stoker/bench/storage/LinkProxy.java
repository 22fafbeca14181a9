package dev.stoker.bench.storage;

import dev.stoker.core.random.Seed;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A port of this machine behind which a server seems far away: late answers, a limited bandwidth, faults where they are asked for. */
public final class LinkProxy implements AutoCloseable {
    private static final Seed SEED = new Seed(1);
    private static final int BACKLOG = 1024;

    private final InetSocketAddress server;
    private final LinkShape shape;
    private final LinkPacer pacer;
    private final LinkFaults faults;
    private final LinkCounts counts = new LinkCounts();
    private final ServerSocket accepting;
    private final Set<LinkConnection> connections = ConcurrentHashMap.newKeySet();
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private LinkProxy(InetSocketAddress server, LinkShape shape) throws IOException {
        this.server = server;
        this.shape = shape;
        pacer = new LinkPacer(shape.bytesPerSecond());
        faults = new LinkFaults(shape, SEED);
        accepting = new ServerSocket(0, BACKLOG, InetAddress.getLoopbackAddress());
        threads.execute(this::accept);
    }

    /** In front of a server of this machine. */
    public static LinkProxy to(InetSocketAddress server, LinkShape shape) {
        try {
            return new LinkProxy(server, shape);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** Where clients connect to. */
    public String host() {
        return "127.0.0.1:" + accepting.getLocalPort();
    }

    LinkCounts.Totals totals() {
        return counts.totals();
    }

    private void accept() {
        while (!accepting.isClosed()) {
            try {
                open(accepting.accept());
            } catch (IOException _) {
                // closed, or a client that has gone
            }
        }
    }

    private void open(Socket client) throws IOException {
        var upstream = new Socket();
        try {
            upstream.connect(server);
        } catch (IOException failure) {
            client.close();
            throw failure;
        }
        client.setTcpNoDelay(true);
        upstream.setTcpNoDelay(true);
        var connection = new LinkConnection(client, upstream, shape, pacer, counts, faults);
        connections.add(connection);
        threads.execute(connection::passRequests);
        threads.execute(() -> {
            connection.passAnswers();
            connections.remove(connection);
        });
    }

    @Override
    public void close() {
        try {
            accepting.close();
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        } finally {
            connections.forEach(LinkConnection::close);
            threads.shutdownNow();
        }
    }
}
