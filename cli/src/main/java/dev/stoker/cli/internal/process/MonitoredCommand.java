package dev.stoker.cli.internal.process;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A command that runs as a child of this process, with its standard streams. Signals that this process gets are passed on, and
 * what they do is up to the command.
 */
public final class MonitoredCommand implements AutoCloseable {
    private static final Pattern REASON = Pattern.compile("\\(([^()]+)\\)\\s*$|error=\\d+, ([^()]+)$");
    private static final String INTERRUPT = "INT";
    private static final String TERMINATE = "TERM";
    private static final String HANGUP = "HUP";
    private static final int SECONDS_TO_END = 2;

    private final List<String> command;
    private @Nullable Process process;
    private @Nullable Thread output;
    private @Nullable String early;
    private boolean signaled;

    private MonitoredCommand(List<String> command) {
        this.command = List.copyOf(command);
    }

    /** One that is not started yet; from now on signals are passed on to it, and do not end this process. */
    public static MonitoredCommand prepare(List<String> command) {
        var prepared = new MonitoredCommand(command);
        Subreaper.become();
        Signals.handle(INTERRUPT, _ -> prepared.passOn(INTERRUPT, ForegroundProcess::isThis));
        Signals.handle(HANGUP, _ -> prepared.passOn(HANGUP, ForegroundProcess::isThis));
        Signals.handle(TERMINATE, _ -> prepared.passOn(TERMINATE, () -> false));
        return prepared;
    }

    /** With {@code quiet}, what the command prints goes to standard error. */
    public synchronized void start(boolean quiet) {
        var builder = new ProcessBuilder(command).inheritIO();
        if (quiet) {
            builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        try {
            var started = builder.start();
            process = started;
            if (quiet) {
                output = Thread.ofPlatform()
                        .name("output of the command")
                        .daemon()
                        .start(() -> forward(started));
            }
            if (early != null) {
                Kill.send(started.pid(), early);
            }
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot start '%s' (%s); check its name and the PATH"
                            .formatted(command.getFirst(), reason(failure)),
                    failure);
        }
    }

    private static String reason(IOException failure) {
        var matcher = REASON.matcher(String.valueOf(failure.getMessage()));
        if (!matcher.find()) {
            return String.valueOf(failure.getMessage());
        }
        return matcher.group(1) == null ? matcher.group(2) : matcher.group(1);
    }

    private static void forward(Process process) {
        try (var lines = process.getInputStream()) {
            lines.transferTo(System.err);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    /** A terminal gives Ctrl-C to the command too, which would take a second signal for a second wish. */
    private synchronized void passOn(String signal, BooleanSupplier hasItAlready) {
        signaled = true;
        var running = process;
        if (running == null) {
            early = signal;
        } else if (running.isAlive() && !hasItAlready.getAsBoolean()) {
            Kill.send(running.pid(), signal);
        }
    }

    private synchronized Process started() {
        return Objects.requireNonNull(process, "the command is not started");
    }

    public long number() {
        return started().pid();
    }

    /** Waits for the command; 128 and the number of the signal where one ended it. */
    public int exitCode() {
        var running = started();
        try {
            int code = running.waitFor();
            var forwarding = output;
            if (forwarding != null) {
                forwarding.join(TimeUnit.SECONDS.toMillis(SECONDS_TO_END));
            }
            return code;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while waiting for process " + running.pid());
        }
    }

    /** Whether this process was asked to end. */
    public synchronized boolean wasSignaled() {
        return signaled;
    }

    /** Ends processes that are left of a command that was interrupted, at first politely. */
    public static void end(List<Long> numbers) {
        var left = numbers.stream()
                .flatMap(number -> ProcessHandle.of(number).stream())
                .toList();
        left.forEach(ProcessHandle::destroy);
        var ended = new CountDownLatch(left.size());
        for (var each : left) {
            var _ = each.onExit().thenRun(ended::countDown);
        }
        try {
            if (!ended.await(SECONDS_TO_END, TimeUnit.SECONDS)) {
                left.forEach(ProcessHandle::destroyForcibly);
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    /** A command is never left behind, whatever failed here. */
    @Override
    public synchronized void close() {
        if (process != null && process.isAlive()) {
            process.destroy();
        }
    }
}
