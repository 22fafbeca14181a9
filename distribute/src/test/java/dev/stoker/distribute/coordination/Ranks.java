package dev.stoker.distribute.coordination;

import dev.stoker.distribute.RankSettings;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;
import java.util.stream.IntStream;

/** Ranks that are threads of this process, connected by real sockets. */
final class Ranks implements AutoCloseable {
    static final String VERSION = "0.1.0";
    static final Duration TIMEOUT = Duration.ofSeconds(10);

    private final List<Coordination> all;

    private Ranks(List<Coordination> all) {
        this.all = all;
    }

    static int freePort() throws IOException {
        try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            return socket.getLocalPort();
        }
    }

    static RankSettings settings(int rank, int world, int port) {
        return new RankSettings(rank, world, rank, "127.0.0.1", port, TIMEOUT);
    }

    /** Runs on a thread of its own; {@link #result} throws what it throws. */
    static <T> CompletableFuture<T> start(Supplier<T> work) {
        var result = new CompletableFuture<T>();
        Thread.ofVirtual().start(() -> {
            try {
                result.complete(work.get());
            } catch (RuntimeException failure) {
                result.completeExceptionally(failure);
            }
        });
        return result;
    }

    static CompletableFuture<Coordination> open(RankSettings settings) {
        return start(() -> Coordination.open(settings, VERSION));
    }

    static <T> T result(CompletableFuture<T> future) {
        try {
            return future.join();
        } catch (CompletionException failure) {
            throw failure.getCause() instanceof RuntimeException cause ? cause : failure;
        }
    }

    static Ranks open(int world) throws IOException {
        int port = freePort();
        return of(IntStream.range(0, world)
                .mapToObj(rank -> open(settings(rank, world, port)))
                .toList());
    }

    static Ranks of(List<CompletableFuture<Coordination>> opening) {
        return new Ranks(opening.stream().map(Ranks::result).toList());
    }

    Coordination rank(int rank) {
        return all.get(rank);
    }

    List<Coordination> all() {
        return all;
    }

    /** Runs the work on all ranks at the same time, and returns what each returns. */
    <T> List<T> together(Function<Coordination, T> work) {
        var running = new ArrayList<CompletableFuture<T>>();
        all.forEach(rank -> running.add(start(() -> work.apply(rank))));
        return running.stream().map(Ranks::result).toList();
    }

    @Override
    public void close() {
        all.reversed().forEach(Coordination::close);
    }
}
