package dev.stoker.datasets.fetch;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

/** A real server on this machine that answers one request after the other as a test wants it. */
public final class TestHttpServer implements AutoCloseable {
    /** Answers the request of this number, from 0. */
    @FunctionalInterface
    public interface Behavior {
        void answer(HttpExchange exchange, int number) throws IOException;
    }

    private final HttpServer server;
    private final ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
    private final List<String> ranges = new CopyOnWriteArrayList<>();
    private final List<String> paths = new CopyOnWriteArrayList<>();

    private TestHttpServer(HttpServer server) {
        this.server = server;
    }

    public static TestHttpServer start(Behavior behavior) throws IOException {
        var server =
                new TestHttpServer(HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0));
        server.server.setExecutor(server.executor);
        server.server.createContext("/", exchange -> {
            int number = server.ranges.size();
            server.paths.add(exchange.getRequestURI().getPath());
            server.ranges.add(header(exchange, "Range").orElse(""));
            try (exchange) {
                behavior.answer(exchange, number);
            }
        });
        server.server.start();
        return server;
    }

    public URI address(String file) {
        return URI.create("http://127.0.0.1:%d/%s".formatted(server.getAddress().getPort(), file));
    }

    /** The Range header of each request so far, empty where there was none. */
    List<String> ranges() {
        return ranges;
    }

    List<String> paths() {
        return paths;
    }

    private static Optional<String> header(HttpExchange exchange, String name) {
        return Optional.ofNullable(exchange.getRequestHeaders().getFirst(name));
    }

    static void whole(HttpExchange exchange, byte[] content) throws IOException {
        exchange.sendResponseHeaders(200, content.length);
        exchange.getResponseBody().write(content);
    }

    /** A correct response: the requested range, if the client has the same version. */
    public static void part(HttpExchange exchange, byte[] content, String tag) throws IOException {
        exchange.getResponseHeaders().set("ETag", tag);
        var range = header(exchange, "Range");
        boolean same = header(exchange, "If-Range").map(tag::equals).orElse(true);
        if (range.isEmpty() || !same) {
            whole(exchange, content);
            return;
        }
        int start = Integer.parseInt(range.get().replaceAll("bytes=|-", ""));
        if (start >= content.length) {
            exchange.getResponseHeaders().set("Content-Range", "bytes */" + content.length);
            exchange.sendResponseHeaders(416, -1);
            return;
        }
        exchange.getResponseHeaders()
                .set("Content-Range", "bytes %d-%d/%d".formatted(start, content.length - 1, content.length));
        exchange.sendResponseHeaders(206, content.length - start);
        exchange.getResponseBody().write(content, start, content.length - start);
    }

    /** Promises the whole file, sends some of it and closes the connection. */
    public static void truncateResponse(HttpExchange exchange, byte[] content, int after, String tag)
            throws IOException {
        if (!tag.isEmpty()) {
            exchange.getResponseHeaders().set("ETag", tag);
        }
        exchange.sendResponseHeaders(200, content.length);
        exchange.getResponseBody().write(Arrays.copyOf(content, after));
        exchange.getResponseBody().flush();
    }

    /** Sends some, then nothing for a while. */
    static void stall(HttpExchange exchange, byte[] content, int after, String tag) throws IOException {
        truncateResponse(exchange, content, after, tag);
        sleep(3000);
    }

    public static void slowly(HttpExchange exchange, byte[] content, int pieces, int pauseMillis) throws IOException {
        exchange.getResponseHeaders().set("ETag", "\"slow\"");
        exchange.sendResponseHeaders(200, content.length);
        int size = Math.ceilDiv(content.length, pieces);
        for (int start = 0; start < content.length; start += size) {
            exchange.getResponseBody().write(content, start, Math.min(size, content.length - start));
            exchange.getResponseBody().flush();
            sleep(pauseMillis);
        }
    }

    private static void sleep(int milliseconds) {
        try {
            TimeUnit.MILLISECONDS.sleep(milliseconds);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    @Override
    public void close() {
        server.stop(0);
        executor.shutdownNow();
    }
}
