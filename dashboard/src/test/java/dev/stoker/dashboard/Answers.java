package dev.stoker.dashboard;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks a dashboard as a program would. */
final class Answers implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final URI home;

    Answers(URI address) {
        home = address;
    }

    HttpResponse<String> get(String path, String... headers) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(home.resolve(path));
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.build(), BodyHandlers.ofString());
    }

    HttpResponse<String> send(String method, String path) throws IOException, InterruptedException {
        return client.send(
                HttpRequest.newBuilder(home.resolve(path))
                        .method(method, HttpRequest.BodyPublishers.noBody())
                        .build(),
                BodyHandlers.ofString());
    }

    Map<String, @Nullable Object> json(String path) throws IOException, InterruptedException {
        return JsonReader.read(get(path).body());
    }

    /** The cards, when all are read. */
    List<Map<String, @Nullable Object>> runs() throws IOException, InterruptedException {
        for (int tries = 0; tries < 200; tries++) {
            var answer = json("/api/runs");
            var runs = list(answer.get("runs"));
            if (Boolean.TRUE.equals(answer.get("listed"))
                    && runs.stream().noneMatch(run -> "".equals(run.get("state")))) {
                return runs;
            }
            Thread.sleep(50);
        }
        throw new AssertionError("the runs are not read");
    }

    @SuppressWarnings("unchecked")
    static List<Map<String, @Nullable Object>> list(@Nullable Object value) {
        return (List<Map<String, @Nullable Object>>) Objects.requireNonNull(value);
    }

    @SuppressWarnings("unchecked")
    static Map<String, @Nullable Object> map(@Nullable Object value) {
        return (Map<String, @Nullable Object>) Objects.requireNonNull(value);
    }

    static List<?> numbers(@Nullable Object value) {
        return (List<?>) Objects.requireNonNull(value);
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** The first line of the answer to a request as it is, which an HTTP client would refuse to send. */
    String raw(String request) throws IOException {
        try (var socket = new Socket(home.getHost(), home.getPort())) {
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.US_ASCII));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
