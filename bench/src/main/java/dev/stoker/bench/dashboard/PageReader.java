package dev.stoker.bench.dashboard;

import dev.stoker.core.StokerException;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Reader;
import java.net.ConnectException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.HashSet;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

/** Reads what a browser would: the page, its scripts and the stream of changes. */
final class PageReader implements AutoCloseable {
    private static final Pattern SCRIPT =
            Pattern.compile("from '\\./([a-z]+\\.js)'|src=\"([a-z]+\\.js)\"|href=\"([a-z]+\\.css)\"");
    private static final Pattern CARD = Pattern.compile("\"id\":\"([^\"]+)\"[^}]*?\"state\":\"([a-z]*)\"");

    private final HttpClient client = HttpClient.newHttpClient();
    private final String home;
    private final Set<String> read = new HashSet<>();
    private final Set<String> named = new HashSet<>();
    private BufferedReader stream = new BufferedReader(Reader.nullReader());

    PageReader(int port) {
        home = "http://127.0.0.1:%d/".formatted(port);
    }

    void awaitServer(BooleanSupplier alive) throws IOException, InterruptedException {
        while (alive.getAsBoolean()) {
            try {
                get("style.css");
                return;
            } catch (ConnectException _) {
                Thread.sleep(10);
            }
        }
        throw new StokerException("the dashboard ended before it answered");
    }

    /** The page and all that it loads, one after another. */
    void readPage() throws IOException, InterruptedException {
        var seen = new HashSet<String>();
        follow(get(""), seen);
        stream = events("api/events");
    }

    private void follow(String text, Set<String> seen) throws IOException, InterruptedException {
        var names = SCRIPT.matcher(text);
        while (names.find()) {
            String name =
                    names.group(1) != null ? names.group(1) : names.group(2) != null ? names.group(2) : names.group(3);
            if (seen.add(name)) {
                follow(get(name), seen);
            }
        }
    }

    /** Until the page knows the names of so many runs. */
    void awaitList(int runs) throws IOException {
        while (named.size() < runs) {
            cards(next("runs"));
        }
    }

    void awaitAllRead() throws IOException {
        while (read.size() < named.size()) {
            cards(next("runs"));
        }
    }

    private void cards(String data) {
        var cards = CARD.matcher(data);
        while (cards.find()) {
            named.add(cards.group(1));
            if (!cards.group(2).isEmpty()) {
                read.add(cards.group(1));
            }
        }
    }

    /** Until the curves of a run are there. */
    void open(String run) throws IOException, InterruptedException {
        stream.close();
        stream = events("api/events?run=" + URLEncoder.encode(run, StandardCharsets.UTF_8));
        String _ = next("points");
    }

    void awaitStep(int step) throws IOException {
        String part = String.valueOf(step);
        while (!next("points").contains(part)) {
            // an earlier step
        }
    }

    private String get(String path) throws IOException, InterruptedException {
        return client.send(HttpRequest.newBuilder(URI.create(home + path)).build(), BodyHandlers.ofString())
                .body();
    }

    private BufferedReader events(String path) throws IOException, InterruptedException {
        var request = HttpRequest.newBuilder(URI.create(home + path))
                .header("Accept", "text/event-stream")
                .build();
        return new BufferedReader(new InputStreamReader(
                client.send(request, BodyHandlers.ofInputStream()).body(), StandardCharsets.UTF_8));
    }

    private String next(String name) throws IOException {
        String event = "";
        for (String line = stream.readLine(); line != null; line = stream.readLine()) {
            if (line.startsWith("event:")) {
                event = line.substring("event:".length()).strip();
            } else if (line.startsWith("data:") && event.equals(name)) {
                return line;
            }
        }
        throw new StokerException("the dashboard ended its stream");
    }

    @Override
    public void close() throws IOException {
        client.shutdownNow();
        stream.close();
    }
}
