package dev.stoker.spark.executor;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.apache.spark.TaskContext;
import org.apache.spark.TaskKilledException;
import org.jspecify.annotations.Nullable;

/**
 * Starts the process of a rank when the driver says so, tells the driver what it writes and how it ends, and ends it where the
 * driver is gone. Where Spark kills the task, since another one has failed, the rank has a time to notice that by itself.
 */
final class RankSupervisor {
    private static final long POLL_MILLIS = 50;
    private static final long GRACE_NANOS = TimeUnit.SECONDS.toNanos(5);
    private static final int USER = 2;

    private final MessageChannel channel;
    private final TaskContext context;
    private final int rank;
    private final BlockingQueue<Message> received = new LinkedBlockingQueue<>();
    private final LastLine said = new LastLine();
    private volatile boolean driverGone;
    private long killedAt;
    private boolean asked;

    RankSupervisor(MessageChannel channel, TaskContext context, int rank) {
        this.channel = channel;
        this.context = context;
        this.rank = rank;
        var reader = new Thread(this::readMessages, "messages of the driver");
        reader.setDaemon(true);
        reader.start();
    }

    private void readMessages() {
        try {
            for (var next = channel.receive(); next.isPresent(); next = channel.receive()) {
                received.add(next.get());
            }
        } catch (IOException closed) {
            // the same as its end
        }
        driverGone = true;
    }

    /** Whether the task is done; otherwise Spark shall start all ranks again. */
    boolean supervise() throws IOException, InterruptedException {
        var command = ProcessCommand.of(awaitStart().content());
        String problem = TaskProcess.problem(command, ExecutorHost.name());
        if (!problem.isEmpty()) {
            channel.send(new Message(MessageKind.ERROR, "stoker: " + problem));
            return verdict(USER, problem);
        }
        Path runFile = Files.createTempFile("stoker-spark-", ".run");
        try {
            return run(command, runFile);
        } finally {
            Files.deleteIfExists(runFile);
        }
    }

    private Message awaitStart() throws InterruptedException {
        while (true) {
            var message = next();
            if (message != null && message.kind() == MessageKind.START) {
                return message;
            }
            if (message != null && message.kind() == MessageKind.STOP) {
                throw new TaskKilledException("stopped");
            }
            refuseLost();
            context.killTaskIfInterrupted();
        }
    }

    private @Nullable Message next() throws InterruptedException {
        return received.poll(POLL_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void refuseLost() {
        if (driverGone && received.isEmpty()) {
            throw new TaskKilledException("the driver is gone");
        }
    }

    private boolean run(ProcessCommand command, Path runFile) throws IOException, InterruptedException {
        Map<String, String> more = rank == 0 ? Map.of("STOKER_RUN_FILE", runFile.toString()) : Map.of();
        boolean runIsKnown = rank != 0;
        try (var process = TaskProcess.start(
                command,
                more,
                rank == 0 ? Optional.of(bytes -> tell(new Message(MessageKind.OUTPUT, bytes))) : Optional.empty(),
                this::error)) {
            while (!process.hasEnded(POLL_MILLIS)) {
                refuseLost();
                obey(process);
                runIsKnown = runIsKnown || tellRun(runFile);
            }
            int code = process.exitCode();
            if (!runIsKnown) {
                tellRun(runFile);
            }
            return verdict(code, said.sentence());
        }
    }

    /** Passes on a stop, and what Spark wants of the task. */
    private void obey(TaskProcess process) {
        var message = received.poll();
        if (message != null && message.kind() == MessageKind.STOP) {
            process.stop();
        }
        if (!context.isInterrupted()) {
            return;
        }
        if (killedAt == 0) {
            killedAt = System.nanoTime();
        }
        long elapsed = System.nanoTime() - killedAt;
        if (elapsed > GRACE_NANOS && !asked) {
            asked = true;
            process.stop();
        }
        if (elapsed > 2 * GRACE_NANOS) {
            throw new TaskKilledException("killed by Spark");
        }
    }

    private boolean tellRun(Path runFile) throws IOException {
        String run = Files.readString(runFile).strip();
        if (!run.isEmpty()) {
            channel.send(new Message(MessageKind.RUN, run));
        }
        return !run.isEmpty();
    }

    private void error(String line) {
        said.accept(line);
        tell(new Message(MessageKind.ERROR, line));
    }

    private void tell(Message message) {
        try {
            channel.send(message);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private boolean verdict(int code, String sentence) throws IOException, InterruptedException {
        channel.send(new Message(MessageKind.END, code + "\t" + sentence));
        while (true) {
            var message = next();
            if (message != null && message.kind() == MessageKind.DONE) {
                return true;
            }
            if (message != null && message.kind() == MessageKind.AGAIN) {
                return false;
            }
            refuseLost();
        }
    }
}
