package dev.stoker.bench.storage;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

@Timeout(60)
class LinkProxyTest {
    private static final int SIZE = 500_000;

    @TempDir
    Path folder;

    private final byte[] content = new byte[SIZE];
    private FolderServer server;

    @BeforeEach
    void start() throws IOException {
        var random = new SeededRandom(new Seed(1));
        for (int i = 0; i < SIZE; i++) {
            content[i] = (byte) random.nextInt(256);
        }
        Files.write(folder.resolve("shard"), content);
        server = FolderServer.of(folder);
    }

    @AfterEach
    void stop() {
        server.close();
    }

    private LinkProxy link(LinkShape shape) {
        return LinkProxy.to(server.address(), shape);
    }

    private static LinkShape latency(int milliseconds, double bits) {
        return new LinkShape(Duration.ofMillis(milliseconds), bits, 0, Duration.ZERO, 0, 0);
    }

    private static HttpRequest range(LinkProxy link, int from, int to) {
        return HttpRequest.newBuilder(URI.create("http://" + link.host() + "/shard"))
                .header("Range", "bytes=%d-%d".formatted(from, to))
                .build();
    }

    private static HttpClient client() {
        return HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    }

    @Test
    void eachAnswerOfAConnectionComesAfterItsLatencyAndUnchanged() throws Exception {
        try (var link = link(latency(60, 0));
                var client = client()) {
            for (int i = 0; i < 3; i++) {
                long start = System.nanoTime();
                var answer =
                        client.send(range(link, 1_000 * i, 1_000 * i + 999), HttpResponse.BodyHandlers.ofByteArray());
                assertThat(answer.statusCode()).isEqualTo(206);
                assertThat(answer.body()).isEqualTo(Arrays.copyOfRange(content, 1_000 * i, 1_000 * i + 1_000));
                assertThat((System.nanoTime() - start) / 1e6).isGreaterThanOrEqualTo(60);
            }
            while (link.totals().requests() < 3) {
                Thread.onSpinWait(); // an answer is counted when it was sent, and may be read before
            }
            assertThat(link.totals().requests()).isEqualTo(3);
        }
    }

    @Test
    void connectionsShareTheBandwidthAndWaitForTheirLatencyAtTheSameTime() {
        try (var link = link(latency(100, 16e6));
                var client = client()) {
            long start = System.nanoTime();
            var answers = IntStream.range(0, 4)
                    .mapToObj(i -> client.sendAsync(
                            range(link, 250_000 * (i % 2), 250_000 * (i % 2) + 249_999),
                            HttpResponse.BodyHandlers.ofByteArray()))
                    .toList();
            answers.forEach(CompletableFuture::join);
            double seconds = (System.nanoTime() - start) / 1e9;
            // 1 MB at 2 MB/s, after 0.1 s
            assertThat(seconds).isBetween(0.58, 2.0);
            assertThat(link.totals().answerNanos() / 1e9).isGreaterThan(1.2);
        }
    }

    @Test
    void answersStallAndFailAndConnectionsEndWhereThatIsAskedFor() throws Exception {
        var stalling = new LinkShape(Duration.ZERO, 0, 1, Duration.ofMillis(300), 0, 0);
        try (var link = link(stalling);
                var client = client()) {
            long start = System.nanoTime();
            var _ = client.send(range(link, 0, 9), HttpResponse.BodyHandlers.ofByteArray());
            assertThat((System.nanoTime() - start) / 1e6).isGreaterThanOrEqualTo(300);
        }
        try (var link = link(new LinkShape(Duration.ZERO, 0, 0, Duration.ZERO, 0, 1));
                var client = client()) {
            assertThat(client.send(range(link, 0, 9), HttpResponse.BodyHandlers.ofByteArray())
                            .statusCode())
                    .isEqualTo(503);
        }
        try (var link = link(new LinkShape(Duration.ZERO, 0, 0, Duration.ZERO, 1, 0));
                var client = client()) {
            assertThatThrownBy(() -> {
                        for (int i = 0; i < 5; i++) {
                            var _ = client.send(range(link, 0, SIZE - 1), HttpResponse.BodyHandlers.ofByteArray());
                        }
                    })
                    .isInstanceOf(IOException.class);
        }
    }

    @Test
    void filesElsewhereAreNotServed() throws Exception {
        Files.write(folder.resolveSibling("secret"), new byte[1]);
        try (var client = client()) {
            for (String path : new String[] {"/..%2Fsecret", "/missing", "/"}) {
                var request = HttpRequest.newBuilder(URI.create(
                                "http://127.0.0.1:" + server.address().getPort() + path))
                        .build();
                assertThat(client.send(request, HttpResponse.BodyHandlers.discarding())
                                .statusCode())
                        .isEqualTo(404);
            }
        }
    }

    @ParameterizedTest
    @CsvSource({"400mbit, 4e8", "1.5gbit, 1.5e9", "64kbit, 64000", "unlimited, 0"})
    void bandwidthsAreBitsASecond(String text, double expected) {
        assertThat(LinkText.bitsPerSecond("bandwidth", text)).isEqualTo(expected);
    }

    @ParameterizedTest
    @CsvSource({"400", "0mbit", "fast", "-1mbit"})
    void otherBandwidthsAreRefused(String text) {
        assertThatThrownBy(() -> LinkText.bitsPerSecond("bandwidth", text))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("such as 400mbit")
                .hasMessageContaining(text);
    }

    @Test
    void timesAndSharesHaveUnits() {
        assertThat(LinkText.times("latency", "5ms,0.2s")).containsExactly(Duration.ofMillis(5), Duration.ofMillis(200));
        assertThat(LinkText.share("cut", "10%")).isEqualTo(0.1);
        assertThatThrownBy(() -> LinkText.share("cut", "110%")).hasMessageContaining("cut must be a share");
        assertThatThrownBy(() -> LinkText.times("latency", "5")).hasMessageContaining("latency must be a time");
    }
}
