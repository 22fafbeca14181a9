package dev.stoker.job;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.telemetry.log.JsonReader;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Another Stoker as a process of its own. It never outlives this one: closing ends it, and where this process is killed, the
 * child sees the end of its standard input and ends itself. SIGINT, which a terminal sends to both, is left to this process,
 * which passes on what it decides.
 */
public final class ChildRun implements AutoCloseable {
    /** A run that is stopped saves a checkpoint, for which it gets as long as batch systems grant. */
    private static final Duration GRACE = Duration.ofSeconds(50);

    private static final Duration POLL = Duration.ofMillis(50);
    private static final int KEPT_LINES = 20;

    private final ChildCommand command;
    private final Process process;
    private final Consumer<String> errors;
    private final Deque<String> lastErrors = new ArrayDeque<>();
    private final StringBuilder output = new StringBuilder();
    private final List<Thread> readers;
    private volatile boolean stopped;

    private ChildRun(ChildCommand command, Process process, Consumer<String> errors) {
        this.command = command;
        this.process = process;
        this.errors = errors;
        readers = List.of(
                reader("output", () -> read(process.inputReader(StandardCharsets.UTF_8), this::keepOutput)),
                reader("errors", () -> read(process.errorReader(StandardCharsets.UTF_8), this::keepError)));
    }

    /** Starts it; each line that it writes to standard error goes to {@code errors}, on another thread. */
    public static ChildRun start(ChildCommand command, Consumer<String> errors) {
        var words = command.words();
        var builder = new ProcessBuilder(words);
        builder.environment().putAll(command.environment());
        try {
            return new ChildRun(command, builder.start(), errors);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot start %s for `%s` (%s); make sure that it is installed and may be executed"
                            .formatted(words.getFirst(), command, AtomicFile.reason(failure)),
                    failure);
        }
    }

    private static Thread reader(String name, Runnable task) {
        return Thread.ofPlatform().daemon().name("child " + name).start(task);
    }

    private static void read(BufferedReader lines, Consumer<String> consumer) {
        try (lines) {
            lines.lines().forEach(consumer);
        } catch (UncheckedIOException | IOException _) {
            // It was killed while it wrote.
        }
    }

    private void keepOutput(String line) {
        synchronized (output) {
            output.append(line).append('\n');
        }
    }

    private void keepError(String line) {
        synchronized (lastErrors) {
            lastErrors.addLast(line);
            if (lastErrors.size() > KEPT_LINES) {
                lastErrors.removeFirst();
            }
        }
        errors.accept(line);
    }

    public long pid() {
        return process.pid();
    }

    public boolean isAlive() {
        return process.isAlive();
    }

    /** Waits for its end and returns the JSON object that it printed. */
    public Map<String, @Nullable Object> result() {
        return result(() -> false);
    }

    /**
     * The same; as soon as {@code stopRequested} is true it is asked to stop, as by {@link #stop}.
     *
     * @throws ChildRunException where it failed, was killed or stopped
     */
    public Map<String, @Nullable Object> result(BooleanSupplier stopRequested) {
        while (!hasEnded(POLL)) {
            if (stopRequested.getAsBoolean()) {
                stop();
            }
        }
        joinReaders();
        int code = process.exitValue();
        if (code != 0) {
            throw ChildRunException.of(command, code, stopped, lastErrors());
        }
        try {
            return JsonReader.read(text());
        } catch (IllegalArgumentException failure) {
            throw ChildRunException.withoutResult(command, String.valueOf(failure.getMessage()), lastErrors());
        }
    }

    private String text() {
        synchronized (output) {
            return output.toString();
        }
    }

    /** The last lines of its standard error so far. */
    public List<String> lastErrors() {
        synchronized (lastErrors) {
            return List.copyOf(lastErrors);
        }
    }

    /** Asks it to save what it has and to end (SIGTERM), waits, and kills it where it takes too long. */
    public void stop() {
        stop(GRACE);
    }

    /** The same with another limit. */
    public void stop(Duration grace) {
        stopped = true;
        process.toHandle().destroy(); // that of the process closes its streams too, and then the child quits at once
        if (!hasEnded(grace)) {
            process.destroyForcibly();
        }
    }

    private boolean hasEnded(Duration wait) {
        try {
            return process.waitFor(wait.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException failure) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while `%s` ran; it was ended".formatted(command), failure);
        }
    }

    private void joinReaders() {
        try {
            for (var reader : readers) {
                reader.join();
            }
        } catch (InterruptedException failure) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while `%s` ended".formatted(command), failure);
        }
    }

    /** Ends it at once where it still runs. */
    @Override
    public void close() {
        process.destroyForcibly();
        boolean interrupted = Thread.interrupted(); // a killed process is gone in a moment, and must not be left behind
        while (true) {
            try {
                process.waitFor();
                joinReaders();
                break;
            } catch (InterruptedException _) {
                interrupted = true;
            }
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
