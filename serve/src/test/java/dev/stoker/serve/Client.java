package dev.stoker.serve;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Asks a server as a program would. */
final class Client implements AutoCloseable {
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI home;

    Client(URI address) {
        home = address;
    }

    HttpResponse<byte[]> get(String path, String... headers) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(home.resolve(path)), headers);
    }

    HttpResponse<byte[]> post(String path, byte[] body, String... headers) throws IOException, InterruptedException {
        return send(HttpRequest.newBuilder(home.resolve(path)).POST(BodyPublishers.ofByteArray(body)), headers);
    }

    HttpResponse<byte[]> post(String path, String body, String... headers) throws IOException, InterruptedException {
        return post(path, body.getBytes(StandardCharsets.UTF_8), headers);
    }

    private HttpResponse<byte[]> send(HttpRequest.Builder request, String... headers)
            throws IOException, InterruptedException {
        if (headers.length > 0) {
            request.headers(headers);
        }
        return client.send(request.timeout(Duration.ofSeconds(20)).build(), BodyHandlers.ofByteArray());
    }

    static String text(HttpResponse<byte[]> response) {
        return new String(response.body(), StandardCharsets.UTF_8);
    }

    static Map<String, @Nullable Object> json(HttpResponse<byte[]> response) {
        return JsonReader.read(text(response));
    }

    /** The most probable class of an image. */
    String classOf(byte[] image) throws IOException, InterruptedException {
        var first = (Map<?, ?>)
                ((List<?>) Objects.requireNonNull(json(post("/predict", image)).get("classes"))).getFirst();
        return String.valueOf(first.get("class"));
    }

    @Override
    public void close() {
        client.close();
    }
}
