package dev.stoker.bench.storage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import dev.stoker.core.StokerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;

/** A web server over the files right below a folder, on loopback, that answers requests for ranges. */
public final class FolderServer implements AutoCloseable {
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");
    private static final int BACKLOG = 1024;

    static {
        // Otherwise the body of an answer waits for the acknowledgment of its head, 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final Path folder;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();

    private FolderServer(Path folder) throws IOException {
        this.folder = folder;
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), BACKLOG);
        server.createContext("/", this::answer);
        server.setExecutor(threads);
        server.start();
    }

    /** Over a folder of this machine. */
    public static FolderServer of(Path folder) {
        if (!Files.isDirectory(folder)) {
            throw new StokerException("there is no folder %s".formatted(folder));
        }
        try {
            return new FolderServer(folder);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public InetSocketAddress address() {
        return server.getAddress();
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            String name = exchange.getRequestURI().getPath().substring(1);
            Path file = folder.resolve(name);
            if (name.isEmpty() || name.contains("/") || !Files.isRegularFile(file)) {
                exchange.sendResponseHeaders(404, -1);
                return;
            }
            try (var content = FileChannel.open(file)) {
                send(exchange, content);
            }
        }
    }

    private static void send(HttpExchange exchange, FileChannel content) throws IOException {
        long size = content.size();
        exchange.getResponseHeaders().set("ETag", "\"%d\"".formatted(size));
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Long.toString(size));
            exchange.sendResponseHeaders(200, -1);
            return;
        }
        var range = RANGE.matcher(String.valueOf(exchange.getRequestHeaders().getFirst("Range")));
        long from = range.matches() ? Long.parseLong(range.group(1)) : 0;
        long to = range.matches() ? Math.min(size - 1, Long.parseLong(range.group(2))) : size - 1;
        if (range.matches()) {
            exchange.getResponseHeaders().set("Content-Range", "bytes %d-%d/%d".formatted(from, to, size));
        }
        long length = to + 1 - from;
        exchange.sendResponseHeaders(range.matches() ? 206 : 200, length <= 0 ? -1 : length);
        var out = Channels.newChannel(exchange.getResponseBody());
        for (long at = from; at <= to; ) {
            at += content.transferTo(at, to + 1 - at, out);
        }
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
