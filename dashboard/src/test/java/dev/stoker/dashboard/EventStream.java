package dev.stoker.dashboard;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;

/** Reads server-sent events, one after another. */
final class EventStream implements AutoCloseable {
    private final HttpClient client = HttpClient.newHttpClient();
    private final BufferedReader lines;

    EventStream(URI address) throws IOException, InterruptedException {
        var answer = client.send(
                HttpRequest.newBuilder(address)
                        .header("Accept", "text/event-stream")
                        .build(),
                HttpResponse.BodyHandlers.ofInputStream());
        lines = new BufferedReader(new InputStreamReader(answer.body(), StandardCharsets.UTF_8));
    }

    /** The data of the next event of a name; others are passed over. */
    String next(String name) throws IOException {
        String event = "";
        for (String line = lines.readLine(); line != null; line = lines.readLine()) {
            if (line.startsWith("event:")) {
                event = line.substring("event:".length()).trim();
            } else if (line.startsWith("data:") && event.equals(name)) {
                return line.substring("data:".length()).trim();
            }
        }
        throw new IOException("the stream ended");
    }

    String until(String name, String part) throws IOException {
        for (String data = next(name); ; data = next(name)) {
            if (data.contains(part)) {
                return data;
            }
        }
    }

    @Override
    public void close() throws IOException {
        client.shutdownNow();
        lines.close();
    }
}
