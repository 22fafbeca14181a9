package dev.stoker.spark;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.distribute.cluster.ClusterConsole;
import dev.stoker.spark.executor.MessageChannel;
import dev.stoker.spark.executor.RankTask;
import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.UUID;

/**
 * Where the tasks of ranks call. It starts the ranks of an attempt when all have called, passes on what they write, and decides
 * whether Spark shall start them again. Executors reach it as they reach the driver itself.
 */
final class RankServer implements AutoCloseable {
    private final String host;
    private final RankPlan plan;
    private final ClusterConsole console;
    private final ServerSocket socket;
    private final SharedFolderMarker marker;
    private final String token = UUID.randomUUID().toString();
    private Optional<String> run = Optional.empty();
    private Optional<RankAttempt> attempt = Optional.empty();
    private long waitingSince = System.nanoTime();
    private long failedAt;
    private boolean stopping;

    private RankServer(String host, RankPlan plan, ClusterConsole console, ServerSocket socket) {
        this.host = host;
        this.plan = plan;
        this.console = console;
        this.socket = socket;
        marker = SharedFolderMarker.create(plan.program().folder());
        daemon("ranks of Spark", this::accept);
    }

    static RankServer open(String host, RankPlan plan, ClusterConsole console) {
        try {
            var address = InetAddress.getByName(host);
            return new RankServer(
                    host,
                    plan,
                    console,
                    address.isLoopbackAddress() ? new ServerSocket(0, 0, address) : new ServerSocket(0));
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot listen for ranks on %s (%s); set spark.driver.host to an address of this host"
                            .formatted(host, AtomicFile.reason(failure)),
                    failure);
        }
    }

    private static void daemon(String name, Runnable task) {
        var thread = new Thread(task, name);
        thread.setDaemon(true);
        thread.start();
    }

    /** What executors run. */
    RankTask task() {
        return new RankTask(host, socket.getLocalPort(), token);
    }

    private void accept() {
        while (!socket.isClosed()) {
            try {
                Socket accepted = socket.accept();
                daemon("rank of Spark", () -> serve(accepted));
            } catch (IOException closed) {
                return;
            }
        }
    }

    private void serve(Socket accepted) {
        try (var channel = new MessageChannel(accepted)) {
            var greeting = channel.receive().map(hello -> RankTask.parts(hello.text()));
            if (greeting.isPresent()
                    && greeting.get().size() == 5
                    && greeting.get().get(0).equals(token)) {
                new RankConnection(this, channel, greeting.get()).serve();
            }
        } catch (IOException failure) {
            // a stranger; what becomes of a rank is noticed in its connection
        }
    }

    /** Joins the attempt of this number, which begins with its first rank. */
    synchronized RankAttempt join(int number, RankConnection connection) {
        if (attempt.isEmpty() || attempt.get().number() < number) {
            if (number > 0) {
                console.message("restart %d with %d ranks, %s"
                        .formatted(
                                number,
                                plan.ranks(),
                                run.map("resuming %s"::formatted).orElse("from the beginning")));
            }
            attempt = Optional.of(new RankAttempt(number, plan.ranks()));
        }
        var joined = attempt.get();
        if (joined.join(connection)) {
            waitingSince = 0;
            joined.start(plan.commands(joined.places(), run, marker.path()));
        }
        return joined;
    }

    ClusterConsole console() {
        return console;
    }

    synchronized void begun(String folder) {
        run = Optional.of(folder);
    }

    /** A rank has ended or is lost: whether Spark shall start all ranks again. */
    synchronized boolean isRetried(RankAttempt of, RankEnd end) {
        if (end.isWell()) {
            return false;
        }
        boolean first = of.failed(end);
        boolean retried = !stopping
                && of.failure()
                        .filter(failure -> !failure.isFinal(run.isPresent()))
                        .isPresent();
        if (first && retried) {
            console.message(end.sentence());
            waitingSince = System.nanoTime();
        } else if (first) {
            failedAt = System.nanoTime();
        }
        return retried;
    }

    /** Asks all ranks, once, to save what they have and to end; false where none runs. */
    synchronized boolean stop() {
        boolean running = attempt.filter(RankAttempt::isStarted).isPresent();
        if (!stopping) {
            stopping = true;
            attempt.ifPresent(RankAttempt::stop);
        }
        return running;
    }

    /** How long ranks are missing; nothing while all are there. */
    synchronized Duration waitedFor() {
        return waitingSince == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - waitingSince);
    }

    /** How long ago a rank failed for good; nothing where none has. */
    synchronized Duration failedFor() {
        return failedAt == 0 ? Duration.ZERO : Duration.ofNanos(System.nanoTime() - failedAt);
    }

    /** Of the rank that failed first, in the last attempt. */
    synchronized OptionalInt exitCode() {
        return attempt.flatMap(RankAttempt::failure).stream()
                .mapToInt(RankEnd::exitCode)
                .findFirst();
    }

    @Override
    public void close() {
        marker.close();
        try {
            socket.close();
        } catch (IOException failure) {
            throw new StokerException("cannot close the port of ranks", failure);
        }
    }
}
