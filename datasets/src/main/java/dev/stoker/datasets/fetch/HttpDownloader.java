package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.datasets.catalog.DatasetOrigin.Download;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Downloads files. A partial download is kept beside the file and resumed, after a lost connection and in another run
 * alike, as long as the server still has the same version; a file gets its name once its checksum is verified.
 */
final class HttpDownloader implements AutoCloseable {
    private static final Pattern CONTENT_RANGE = Pattern.compile("bytes (\\d{1,18})-\\d+/(\\d{1,18}|\\*)");
    private static final int OK = 200;
    private static final int PARTIAL_CONTENT = 206;
    private static final int RANGE_NOT_SATISFIABLE = 416;

    private final RetryPolicy retryPolicy;
    private final FetchProgress progress;
    private final HttpClient client;

    HttpDownloader(RetryPolicy retryPolicy, FetchProgress progress) {
        this.retryPolicy = retryPolicy;
        this.progress = progress;
        client = HttpClient.newBuilder()
                .version(HttpClient.Version.HTTP_1_1)
                .followRedirects(HttpClient.Redirect.NORMAL)
                .connectTimeout(retryPolicy.responseTimeout())
                .build();
    }

    /** The file in {@code folder}; an earlier run may have downloaded it already, or a part of it. */
    Path fetch(Download download, Path folder) throws OriginException {
        Path file = folder.resolve(download.fileName());
        if (!Files.exists(file)) {
            try (var partial = PartialDownload.open(file, download.address())) {
                fetch(download, partial);
                partial.finish();
            }
        }
        return file;
    }

    /** Only attempts without any progress count as failures, however often the connection breaks. */
    private void fetch(Download download, PartialDownload partial) throws OriginException {
        long furthest = partial.bytes();
        int failures = 0;
        while (true) {
            try {
                boolean fromStart = !partial.isComplete() && transfer(download, partial);
                verify(download, partial, fromStart);
                return;
            } catch (IOException failure) {
                failures = partial.bytes() > furthest ? 1 : failures + 1;
                furthest = Math.max(furthest, partial.bytes());
                if (failures >= retryPolicy.maxAttempts()) {
                    throw new OriginException(NetworkErrorMessage.of(failure), failure);
                }
                progress.pause(retryPolicy.backoffAfter(failures));
            }
        }
    }

    /** Downloads the missing bytes; true if it started at the beginning of the file. */
    private boolean transfer(Download download, PartialDownload partial) throws IOException, OriginException {
        var response = ResponseWaiter.of(
                client.sendAsync(request(download, partial), HttpResponse.BodyHandlers.ofPublisher()), progress);
        try (var body = new ResponseBodyReader(retryPolicy.stallTimeout(), progress)) {
            response.body().subscribe(body);
            boolean fromStart = begin(response, download, partial);
            long size = partial.version().size();
            progress.begin(
                    download.fileName(), size < 0 ? Optional.empty() : Optional.of(new Bytes(size)), partial.bytes());
            receive(body, partial);
            if (size >= 0 && partial.bytes() != size) {
                throw new IOException("the connection was lost after %s of %s"
                        .formatted(new Bytes(partial.bytes()), new Bytes(size)));
            }
            return fromStart;
        }
    }

    private HttpRequest request(Download download, PartialDownload partial) {
        var request = HttpRequest.newBuilder(download.address())
                .timeout(retryPolicy.responseTimeout())
                .header("User-Agent", "stoker");
        if (partial.bytes() > 0) {
            request.header("Range", "bytes=%d-".formatted(partial.bytes()));
            if (!partial.version().validator().isEmpty()) {
                request.header("If-Range", partial.version().validator());
            }
        }
        return request.build();
    }

    /** Reads the status of a response: true if the file starts at its beginning, false if the download is resumed. */
    private static boolean begin(HttpResponse<?> response, Download download, PartialDownload partial)
            throws IOException, OriginException {
        int status = response.statusCode();
        if (status == OK) {
            partial.restart(version(response, download));
            return true;
        }
        if (status == PARTIAL_CONTENT && isResumable(response, partial)) {
            return false;
        }
        if (status == PARTIAL_CONTENT || status == RANGE_NOT_SATISFIABLE) {
            partial.restart(PartialDownload.Version.unknown(download.address()));
            throw new IOException("the file has changed on the server");
        }
        boolean transientError = status >= 500 || status == 408 || status == 429;
        String reason = "the server responded with status %d for %s".formatted(status, download.fileName());
        if (transientError) {
            throw new IOException(reason);
        }
        throw new OriginException(reason);
    }

    private static PartialDownload.Version version(HttpResponse<?> response, Download download) {
        var headers = response.headers();
        // A weak ETag means that two versions are equivalent, not that they have the same bytes.
        String validator = headers.firstValue("ETag")
                .filter(tag -> !tag.startsWith("W/"))
                .or(() -> headers.firstValue("Last-Modified"))
                .orElse("");
        return new PartialDownload.Version(
                download.address(),
                validator,
                headers.firstValueAsLong("Content-Length").orElse(-1));
    }

    /** Whether the response holds the requested range of a file of the same size as before. */
    private static boolean isResumable(HttpResponse<?> response, PartialDownload partial) {
        var range = CONTENT_RANGE.matcher(
                response.headers().firstValue("Content-Range").orElse(""));
        long size = partial.version().size();
        return range.matches()
                && Long.parseLong(range.group(1)) == partial.bytes()
                && (size < 0 || range.group(2).equals(Long.toString(size)));
    }

    private void receive(ResponseBodyReader body, PartialDownload partial) throws IOException {
        for (var piece = body.next(); piece.isPresent(); piece = body.next()) {
            for (ByteBuffer buffer : piece.get()) {
                partial.append(buffer);
            }
            progress.reached(new Bytes(partial.bytes()));
        }
    }

    /** A mismatch after resuming is retried from the start, since the parts may be of different versions. */
    private static void verify(Download download, PartialDownload partial, boolean fromStart)
            throws IOException, OriginException {
        if (download.checksum().isEmpty()) {
            return;
        }
        var expected = download.checksum().get();
        var found = expected.algorithm().of(partial.path());
        if (!found.equals(expected)) {
            partial.restart(PartialDownload.Version.unknown(download.address()));
            String reason = expected.mismatch(download.fileName(), found);
            if (fromStart) {
                throw new OriginException(reason);
            }
            throw new IOException(reason);
        }
    }

    @Override
    public void close() {
        client.shutdownNow();
        client.close();
    }
}
