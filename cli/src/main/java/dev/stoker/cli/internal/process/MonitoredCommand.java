package dev.stoker.cli.internal.process;

import dev.stoker.core.StokerException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;

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

    private final Process process;
    private final Thread output;
    private volatile boolean signaled;

    private MonitoredCommand(Process process, Thread output) {
        this.process = process;
        this.output = output;
    }

    /** With {@code quiet}, what the command prints goes to standard error. */
    public static MonitoredCommand start(List<String> command, boolean quiet) {
        Subreaper.become();
        var builder = new ProcessBuilder(command).inheritIO();
        if (quiet) {
            builder.redirectOutput(ProcessBuilder.Redirect.PIPE);
        }
        try {
            var process = builder.start();
            var output =
                    Thread.ofPlatform().name("output of the command").daemon().unstarted(() -> forward(process));
            if (quiet) {
                output.start();
            }
            var started = new MonitoredCommand(process, output);
            Signals.handle(INTERRUPT, _ -> started.passOn(INTERRUPT, ForegroundProcess::isThis));
            Signals.handle(HANGUP, _ -> started.passOn(HANGUP, ForegroundProcess::isThis));
            Signals.handle(TERMINATE, _ -> started.passOn(TERMINATE, () -> false));
            return started;
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
    private void passOn(String signal, BooleanSupplier hasItAlready) {
        signaled = true;
        if (process.isAlive() && !hasItAlready.getAsBoolean()) {
            Kill.send(process.pid(), signal);
        }
    }

    public long number() {
        return process.pid();
    }

    /** Waits for the command; 128 and the number of the signal where one ended it. */
    public int exitCode() {
        try {
            int code = process.waitFor();
            if (output.isAlive()) {
                output.join(TimeUnit.SECONDS.toMillis(SECONDS_TO_END));
            }
            return code;
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
            throw new StokerException("interrupted while waiting for process " + process.pid());
        }
    }

    /** Whether this process was asked to end. */
    public boolean wasSignaled() {
        return signaled;
    }

    /** Ends processes that are left of a command that was interrupted, at first politely. */
    public static void end(List<Long> numbers) {
        var left = numbers.stream()
                .flatMap(number -> ProcessHandle.of(number).stream())
                .toList();
        left.forEach(ProcessHandle::destroy);
        var ended = new CountDownLatch(left.size());
        left.forEach(each -> each.onExit().thenRun(ended::countDown));
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
    public void close() {
        if (process.isAlive()) {
            process.destroy();
        }
    }
}
