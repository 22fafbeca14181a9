package dev.stoker.storage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpHandler;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/** A server that answers as it is told, and remembers what it was asked. */
final class ScriptedServer implements AutoCloseable {
    /** What was asked, and with which headers. */
    record Asked(String method, String target, String authorization, String token) {}

    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final List<Asked> asked = new CopyOnWriteArrayList<>();

    ScriptedServer(HttpHandler answers) {
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 100);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", exchange -> {
            try (exchange) {
                asked.add(new Asked(
                        exchange.getRequestMethod(),
                        exchange.getRequestURI().toString(),
                        header(exchange, "Authorization"),
                        header(exchange, "x-amz-security-token")));
                answers.handle(exchange);
            }
        });
        server.setExecutor(threads);
        server.start();
    }

    private static String header(HttpExchange exchange, String name) {
        String value = exchange.getRequestHeaders().getFirst(name);
        return value == null ? "" : value;
    }

    /** One that refuses everything with a code, as S3 and Azure do. */
    static ScriptedServer refusing(int status, String code) {
        return new ScriptedServer(exchange -> {
            exchange.getResponseHeaders().set("x-ms-error-code", code);
            send(exchange, status, "<Error><Code>%s</Code><Message>no</Message></Error>".formatted(code));
        });
    }

    /** One that lists these names in a bucket. */
    static ScriptedServer listing(String... names) {
        var contents = new StringBuilder();
        for (String name : names) {
            contents.append(
                    "<Contents><Key>%s</Key><Size>1</Size><LastModified>2026-01-01T00:00:00.000Z</LastModified><ETag>\"1\"</ETag></Contents>"
                            .formatted(name));
        }
        return new ScriptedServer(exchange -> send(
                exchange,
                200,
                "<ListBucketResult><IsTruncated>false</IsTruncated>" + contents + "</ListBucketResult>"));
    }

    static void send(HttpExchange exchange, int status, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        boolean empty = exchange.getRequestMethod().equals("HEAD") || bytes.length == 0;
        exchange.sendResponseHeaders(status, empty ? -1 : bytes.length);
        if (!empty) {
            exchange.getResponseBody().write(bytes);
        }
    }

    String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    List<Asked> asked() {
        return List.copyOf(asked);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
