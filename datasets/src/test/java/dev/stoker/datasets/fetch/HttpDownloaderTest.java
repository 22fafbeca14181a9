package dev.stoker.datasets.fetch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Bytes;
import dev.stoker.core.ProgressReporter;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.catalog.Checksum;
import dev.stoker.datasets.catalog.DatasetOrigin.Download;
import dev.stoker.datasets.fetch.TestHttpServer.Behavior;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class HttpDownloaderTest {
    private static final RetryPolicy SHORT =
            new RetryPolicy(Duration.ofSeconds(2), Duration.ofMillis(400), 3, Duration.ofMillis(5));
    private static final String TAG = "\"version one\"";
    private static final byte[] CONTENT = new byte[300_000];

    static {
        new Random(7).nextBytes(CONTENT);
    }

    @TempDir
    Path folder;

    private @Nullable TestHttpServer server;

    @AfterEach
    void stop() {
        if (server != null) {
            server.close();
        }
    }

    private TestHttpServer serve(Behavior behavior) throws IOException {
        var started = TestHttpServer.start(behavior);
        server = started;
        return started;
    }

    private static Download download(TestHttpServer server) {
        return new Download(server.address("set.bin"), Optional.of(md5(CONTENT)));
    }

    private static Checksum md5(byte[] content) {
        var digest = Checksum.Algorithm.MD5.digest();
        digest.update(content);
        return Checksum.Algorithm.MD5.of(digest);
    }

    private Path fetch(Download download) throws OriginException {
        return fetch(download, new FetchProgress(ProgressReporter.silent(), () -> false));
    }

    private Path fetch(Download download, FetchProgress work) throws OriginException {
        try (var downloader = new HttpDownloader(SHORT, work)) {
            return downloader.fetch(download, folder);
        }
    }

    private void assertWhole(Path file) {
        assertThat(file).hasFileName("set.bin").hasBinaryContent(CONTENT);
        assertThat(folder).isDirectoryNotContaining(other -> !other.equals(file));
    }

    @Test
    void aFileIsDownloadedOnce() throws Exception {
        var server = serve((exchange, _) -> TestHttpServer.part(exchange, CONTENT, TAG));
        assertWhole(fetch(download(server)));
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).containsExactly("");
    }

    @Test
    void aLostConnectionIsResumedWhereItBroke() throws Exception {
        var server = serve((exchange, number) -> {
            if (number == 0) {
                TestHttpServer.truncateResponse(exchange, CONTENT, 100_000, TAG);
            } else {
                TestHttpServer.part(exchange, CONTENT, TAG);
            }
        });
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).containsExactly("", "bytes=100000-");
    }

    @Test
    void anotherRunResumesThePartialDownload() throws Exception {
        var server = serve((exchange, number) -> {
            if (number < 3) {
                TestHttpServer.truncateResponse(exchange, CONTENT, 100_000, TAG);
            } else {
                TestHttpServer.part(exchange, CONTENT, TAG);
            }
        });
        assertThatThrownBy(() -> fetch(download(server))).isInstanceOf(OriginException.class);
        assertThat(folder.resolve("set.bin")).doesNotExist();
        assertThat(folder.resolve("set.bin.partial")).hasSize(100_000);
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).last().isEqualTo("bytes=100000-");
    }

    /** Two failures are allowed, but here are ten, each with some progress. */
    @Test
    void aDownloadThatProgressesWithEachAttemptIsNotGivenUp() throws Exception {
        var server = serve((exchange, _) -> {
            String range = exchange.getRequestHeaders().getFirst("Range");
            int start = range == null ? 0 : Integer.parseInt(range.replaceAll("bytes=|-", ""));
            int end = Math.min(CONTENT.length, start + 30_000);
            exchange.getResponseHeaders().set("ETag", TAG);
            exchange.getResponseHeaders()
                    .set("Content-Range", "bytes %d-%d/%d".formatted(start, CONTENT.length - 1, CONTENT.length));
            exchange.sendResponseHeaders(start == 0 ? 200 : 206, CONTENT.length - start);
            exchange.getResponseBody().write(CONTENT, start, end - start);
        });
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).hasSize(10);
    }

    @Test
    void aServerThatIgnoresTheRangeRestartsTheDownload() throws Exception {
        var server = serve((exchange, number) -> {
            if (number == 0) {
                TestHttpServer.truncateResponse(exchange, CONTENT, 100_000, TAG);
            } else {
                TestHttpServer.whole(exchange, CONTENT);
            }
        });
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).containsExactly("", "bytes=100000-");
    }

    @Test
    void aFileThatChangedOnTheServerIsDownloadedFromItsStart() throws Exception {
        byte[] old = CONTENT.clone();
        old[5] ^= 1;
        var server = serve((exchange, number) -> {
            if (number == 0) {
                TestHttpServer.truncateResponse(exchange, old, 100_000, "\"version zero\"");
            } else {
                TestHttpServer.part(exchange, CONTENT, TAG);
            }
        });
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).containsExactly("", "bytes=100000-");
    }

    /** Without an ETag or a date only the size can be compared, so the checksum decides. */
    @Test
    void aResumedDownloadThatDoesNotVerifyIsRestarted() throws Exception {
        byte[] old = CONTENT.clone();
        old[5] ^= 1;
        var server = serve((exchange, number) -> {
            if (number == 0) {
                TestHttpServer.truncateResponse(exchange, old, 100_000, "");
            } else {
                TestHttpServer.part(exchange, CONTENT, TAG);
            }
        });
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).containsExactly("", "bytes=100000-", "");
    }

    @Test
    void aResumedFileOfAnotherSizeIsRestarted() throws Exception {
        var longer = new byte[CONTENT.length + 1000];
        var server = serve((exchange, number) -> {
            switch (number) {
                case 0 -> TestHttpServer.truncateResponse(exchange, CONTENT, 100_000, TAG);
                case 1 -> TestHttpServer.part(exchange, longer, TAG);
                default -> TestHttpServer.part(exchange, CONTENT, TAG);
            }
        });
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).containsExactly("", "bytes=100000-", "");
    }

    @Test
    void aPartialDownloadLongerThanTheFileIsRestarted() throws Exception {
        var server = serve((exchange, _) -> TestHttpServer.part(exchange, CONTENT, TAG));
        Files.write(folder.resolve("set.bin.partial"), new byte[CONTENT.length + 5]);
        Files.write(
                folder.resolve("set.bin.version"),
                List.of(server.address("set.bin").toString(), TAG, Integer.toString(CONTENT.length)));
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).containsExactly("bytes=300005-", "");
    }

    @Test
    void aPartialDownloadWithACorruptNoteIsRestarted() throws Exception {
        var server = serve((exchange, _) -> TestHttpServer.part(exchange, CONTENT, TAG));
        Files.write(folder.resolve("set.bin.partial"), new byte[1000]);
        Files.writeString(folder.resolve("set.bin.version"), "half a no");
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).containsExactly("");
    }

    @Test
    void wrongContentIsNamedWithBothChecksums() throws Exception {
        var server = serve((exchange, _) -> TestHttpServer.whole(exchange, new byte[300_000]));
        assertThatThrownBy(() -> fetch(download(server)))
                .isInstanceOf(OriginException.class)
                .hasMessage("set.bin is corrupt or another version: expected %s, got %s"
                        .formatted(md5(CONTENT), md5(new byte[300_000]).digits()));
        assertThat(server.ranges()).hasSize(1);
        assertThat(folder.resolve("set.bin")).doesNotExist();
        assertThat(folder.resolve("set.bin.partial")).isEmptyFile();
    }

    @Test
    void aServerThatIsSlowButSteadyIsWaitedFor() throws Exception {
        var server = serve((exchange, _) -> TestHttpServer.slowly(exchange, CONTENT, 10, 100));
        var heard = new ArrayList<Long>();
        var reporter = new ProgressReporter() {
            @Override
            public void begin(String title, Optional<Bytes> total) {
                assertThat(title).isEqualTo("set.bin");
                assertThat(total).contains(new Bytes(300_000));
            }

            @Override
            public void progress(Bytes done) {
                heard.add(done.count());
            }

            @Override
            public void message(String line) {}
        };
        assertWhole(fetch(download(server), new FetchProgress(reporter, () -> false)));
        assertThat(heard).isSorted().startsWith(0L).endsWith(300_000L).hasSizeGreaterThan(8);
    }

    @Test
    void aStalledDownloadIsRetried() throws Exception {
        var server = serve((exchange, number) -> {
            if (number == 0) {
                TestHttpServer.stall(exchange, CONTENT, 100_000, TAG);
            } else {
                TestHttpServer.part(exchange, CONTENT, TAG);
            }
        });
        assertWhole(fetch(download(server)));
        assertThat(server.ranges()).containsExactly("", "bytes=100000-");
    }

    @Test
    void aMissingFileIsRequestedOnce() throws Exception {
        var server = serve((exchange, _) -> exchange.sendResponseHeaders(404, -1));
        assertThatThrownBy(() -> fetch(download(server)))
                .hasMessage("the server responded with status 404 for set.bin");
        assertThat(server.ranges()).hasSize(1);
    }

    @Test
    void aServerErrorIsRetriedAFewTimes() throws Exception {
        var recovers = serve((exchange, number) -> {
            if (number < 2) {
                exchange.sendResponseHeaders(503, -1);
            } else {
                TestHttpServer.part(exchange, CONTENT, TAG);
            }
        });
        assertWhole(fetch(download(recovers)));
        recovers.close();
        Files.delete(folder.resolve("set.bin"));
        var stays = serve((exchange, _) -> exchange.sendResponseHeaders(503, -1));
        assertThatThrownBy(() -> fetch(download(stays))).hasMessage("the server responded with status 503 for set.bin");
        assertThat(stays.ranges()).hasSize(3);
    }

    @Test
    void redirectsAreFollowed() throws Exception {
        var server = serve((exchange, _) -> {
            if (exchange.getRequestURI().getPath().equals("/set.bin")) {
                exchange.getResponseHeaders().set("Location", "/elsewhere");
                exchange.sendResponseHeaders(302, -1);
            } else {
                TestHttpServer.part(exchange, CONTENT, TAG);
            }
        });
        assertWhole(fetch(download(server)));
        assertThat(server.paths()).containsExactly("/set.bin", "/elsewhere");
    }

    @Test
    void aRefusedConnectionIsReported() throws Exception {
        var server = serve((_, _) -> {});
        var download = download(server);
        server.close();
        assertThatThrownBy(() -> fetch(download)).hasMessage("the connection was refused");
        var unknown = new Download(URI.create("https://stoker.invalid/set.bin"), Optional.empty());
        assertThatThrownBy(() -> fetch(unknown)).hasMessage("unknown host; is there a network connection?");
    }

    @Test
    void aCancellationEndsADownloadEarly() throws Exception {
        var server = serve((exchange, _) -> TestHttpServer.stall(exchange, CONTENT, 100_000, TAG));
        Path partial = folder.resolve("set.bin.partial");
        var work = new FetchProgress(
                ProgressReporter.silent(), () -> partial.toFile().length() == 100_000);
        assertThatThrownBy(() -> fetch(download(server), work)).isInstanceOf(FetchCanceledException.class);
        assertThat(server.ranges()).hasSize(1);
        assertThat(partial).hasSize(100_000);
    }

    @Test
    void aReadOnlyFolderIsNotReportedAsAServerFailure() throws Exception {
        var server = serve((exchange, _) -> TestHttpServer.part(exchange, CONTENT, TAG));
        Files.createDirectory(folder.resolve("set.bin.partial"));
        assertThatThrownBy(() -> fetch(download(server)))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("cannot write")
                .hasMessageContaining("set.bin.partial");
    }
}
