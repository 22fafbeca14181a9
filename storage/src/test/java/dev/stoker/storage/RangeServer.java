package dev.stoker.storage;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/** A web server over a folder, that answers after a while, and counts. */
final class RangeServer implements AutoCloseable {
    private static final int BURST = 40;
    private static final Pattern RANGE = Pattern.compile("bytes=(\\d+)-(\\d+)");

    static {
        // Otherwise the body of an answer waits for the acknowledgment of its head, 40 ms.
        System.setProperty("sun.net.httpserver.nodelay", "true");
    }

    private final Path folder;
    private final HttpServer server;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final AtomicInteger requests = new AtomicInteger();
    private final AtomicInteger underWay = new AtomicInteger();
    private final AtomicInteger mostUnderWay = new AtomicInteger();
    private volatile int milliseconds;
    private volatile boolean ignoresRanges;
    private volatile int shift;
    private volatile Predicate<HttpExchange> admits = _ -> true;
    private volatile int failsEvery = Integer.MAX_VALUE;
    private volatile int failsFrom = Integer.MAX_VALUE;
    private volatile int cutsEvery = Integer.MAX_VALUE;
    private volatile int stallsEvery = Integer.MAX_VALUE;
    private volatile int stalledMilliseconds;

    RangeServer(Path folder) {
        this.folder = folder;
        try {
            server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 1024);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        server.createContext("/", this::handle);
        server.setExecutor(threads);
        server.start();
    }

    RangeServer after(int newMilliseconds) {
        milliseconds = newMilliseconds;
        return this;
    }

    RangeServer ignoringRanges() {
        ignoresRanges = true;
        return this;
    }

    /** Sends other bytes of shards than those that were asked for, and says so. */
    RangeServer shiftingBy(int bytes) {
        shift = bytes;
        return this;
    }

    RangeServer denying() {
        admits = _ -> false;
        return this;
    }

    /** Answers requests alone that are signed with this secret. */
    RangeServer asking(SignatureVersion4 signature) {
        admits = signature::isSigned;
        return this;
    }

    /** Answers every so many requests with 503. */
    RangeServer failingEvery(int number) {
        failsEvery = number;
        return this;
    }

    /** Answers a burst of requests with 503, from this one on. */
    RangeServer failingFrom(int number) {
        failsFrom = number;
        return this;
    }

    /** Cuts the connection instead of answering every so many requests. */
    RangeServer cuttingEvery(int number) {
        cutsEvery = number;
        return this;
    }

    /** Answers every so many requests much later. */
    RangeServer stallingEvery(int number, int newMilliseconds) {
        stallsEvery = number;
        stalledMilliseconds = newMilliseconds;
        return this;
    }

    String host() {
        return "127.0.0.1:" + server.getAddress().getPort();
    }

    int requests() {
        return requests.get();
    }

    int mostUnderWay() {
        return mostUnderWay.get();
    }

    private void handle(HttpExchange exchange) throws IOException {
        int number = requests.incrementAndGet();
        mostUnderWay.accumulateAndGet(underWay.incrementAndGet(), Math::max);
        try (exchange) {
            Thread.sleep(number % stallsEvery == 0 ? stalledMilliseconds : milliseconds);
            if (number % cutsEvery == 0) {
                return; // closing without an answer closes the connection
            }
            if (!admits.test(exchange)) {
                exchange.sendResponseHeaders(403, -1);
            } else if (number % failsEvery == 0 || (number >= failsFrom && number < failsFrom + BURST)) {
                exchange.sendResponseHeaders(503, -1);
            } else {
                answer(
                        exchange,
                        folder.resolve(exchange.getRequestURI().getPath().substring(1)));
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } finally {
            underWay.decrementAndGet();
        }
    }

    private void answer(HttpExchange exchange, Path file) throws IOException {
        if (!Files.isRegularFile(file)) {
            exchange.sendResponseHeaders(404, -1);
            return;
        }
        byte[] content = Files.readAllBytes(file);
        exchange.getResponseHeaders()
                .set("ETag", "\"%d\"".formatted(Files.getLastModifiedTime(file).toMillis()));
        if (exchange.getRequestMethod().equals("HEAD")) {
            exchange.getResponseHeaders().set("Content-Length", Integer.toString(content.length));
            exchange.sendResponseHeaders(200, -1);
            return;
        }
        var range = RANGE.matcher(String.valueOf(exchange.getRequestHeaders().getFirst("Range")));
        if (!range.matches() || ignoresRanges) {
            send(exchange, 200, content);
            return;
        }
        int moved = file.toString().endsWith(".tfrecord") ? shift : 0;
        int from = Integer.parseInt(range.group(1)) + moved;
        int to = Math.min(content.length - 1, Integer.parseInt(range.group(2)) + moved);
        exchange.getResponseHeaders().set("Content-Range", "bytes %d-%d/%d".formatted(from, to, content.length));
        send(exchange, 206, Arrays.copyOfRange(content, from, to + 1));
    }

    private static void send(HttpExchange exchange, int status, byte[] content) throws IOException {
        exchange.sendResponseHeaders(status, content.length == 0 ? -1 : content.length);
        exchange.getResponseBody().write(content);
    }

    @Override
    public void close() {
        server.stop(0);
        threads.shutdownNow();
    }
}
