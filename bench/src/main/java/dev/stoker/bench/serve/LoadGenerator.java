package dev.stoker.bench.serve;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import java.util.regex.Pattern;

/** Sends images over many connections, each on a virtual thread: as fast as answers come, or at random times. */
final class LoadGenerator {
    private static final int OK = 200;
    private static final double NANOS = 1e9;
    private static final Pattern LABEL = Pattern.compile("\"label\":(\\d+)");

    /** Enough for all requests that a server holds: otherwise the arrivals would wait here. */
    private static final int MOST_CONNECTIONS = 600;

    private final int port;
    private final List<byte[]> requests;
    private final List<String> expected = new ArrayList<>();
    private final long deadlineNanos;
    private final ConcurrentLinkedDeque<KeepAliveConnection> idle = new ConcurrentLinkedDeque<>();

    LoadGenerator(int port, List<byte[]> images, long deadlineNanos) {
        this.port = port;
        this.deadlineNanos = deadlineNanos;
        requests = images.stream()
                .map(image -> KeepAliveConnection.post("/predict?top=1", image))
                .toList();
    }

    /** Asks for each image alone, so that answers can be compared afterwards. */
    void learn() throws IOException {
        try (var connection = new KeepAliveConnection(port)) {
            for (byte[] request : requests) {
                expected.add(label(connection.send(request).body()));
            }
        }
    }

    private static String label(String body) {
        var match = LABEL.matcher(body);
        return match.find() ? match.group(1) : "";
    }

    /** How many requests are answered in a second, where each connection sends the next one when it has its answer. */
    double capacity(int connections, double seconds) {
        long start = System.nanoTime();
        long end = start + (long) (seconds * NANOS);
        var figures = new LoadFigures(Long.MAX_VALUE);
        var next = new AtomicInteger();
        onThreads(connections, () -> {
            int number = next.getAndIncrement();
            long now = System.nanoTime();
            if (now - end >= 0) {
                return false;
            }
            ask(number, now, figures);
            return true;
        });
        return figures.answered() * NANOS / (System.nanoTime() - start);
    }

    /** Sends requests whose distances are exponential (a Poisson process), whatever the server does. */
    Sent openLoop(double perSecond, double seconds, long seed) {
        long[] arrivals = arrivals(perSecond, seconds, seed);
        var figures = new LoadFigures(deadlineNanos);
        var next = new AtomicInteger();
        long start = System.nanoTime();
        onThreads(MOST_CONNECTIONS, () -> {
            int number = next.getAndIncrement();
            if (number >= arrivals.length) {
                return false;
            }
            long intended = start + arrivals[number];
            for (long left = intended - System.nanoTime(); left > 0; left = intended - System.nanoTime()) {
                LockSupport.parkNanos(left);
            }
            ask(number, intended, figures);
            return true;
        });
        return new Sent(arrivals.length, figures, seconds);
    }

    /** How many were sent, and what became of them. */
    record Sent(int requests, LoadFigures figures, double seconds) {}

    private static long[] arrivals(double perSecond, double seconds, long seed) {
        var random = new SplittableRandom(seed);
        var times = new ArrayList<Long>();
        for (double at = 0; at < seconds; at -= Math.log(1 - random.nextDouble()) / perSecond) {
            times.add((long) (at * NANOS));
        }
        return times.stream().mapToLong(Long::longValue).toArray();
    }

    @FunctionalInterface
    private interface Turn {
        boolean take();
    }

    private void onThreads(int count, Turn turn) {
        try (var threads = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < count; i++) {
                threads.execute(() -> {
                    while (turn.take()) {
                        // the next one
                    }
                });
            }
        }
        idle.forEach(LoadGenerator::close);
        idle.clear();
    }

    private void ask(int number, long intended, LoadFigures figures) {
        int image = number % requests.size();
        try {
            var connection = connection();
            try {
                var reply = connection.send(requests.get(image));
                if (reply.status() == OK) {
                    boolean right = expected.isEmpty() || expected.get(image).equals(label(reply.body()));
                    figures.answered(System.nanoTime() - intended, right);
                } else {
                    figures.refused();
                }
                idle.push(connection);
            } catch (KeepAliveConnection.LostException _) {
                figures.lost();
                close(connection);
            }
        } catch (IOException _) {
            figures.notAccepted();
        }
    }

    /** The one that was used last, as pools of clients do; a new one where none is idle. */
    private KeepAliveConnection connection() throws IOException {
        for (var known = idle.poll(); known != null; known = idle.poll()) {
            if (known.isOpen()) {
                return known;
            }
            close(known);
        }
        return new KeepAliveConnection(port);
    }

    private static void close(KeepAliveConnection connection) {
        try {
            connection.close();
        } catch (IOException _) {
            // it is closed already
        }
    }
}
