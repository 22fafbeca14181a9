package dev.stoker.spark.executor;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/**
 * A process of Stoker that a task has started. Its standard input is a pipe, which ends with the executor, and the process with
 * it.
 */
final class TaskProcess implements AutoCloseable {
    private static final long READERS_MILLIS = 2000;
    private static final long MARKER_MILLIS = 5000;
    private static final long POLL_MILLIS = 50;

    private final Process process;
    private final List<Thread> readers = new ArrayList<>();

    private TaskProcess(Process process) {
        this.process = process;
    }

    /** Why the command cannot run on this host; empty where it can. */
    static String problem(ProcessCommand command, String host) throws InterruptedException {
        if (!Files.isDirectory(Path.of(command.folder()))) {
            return "host %s has no folder %s: ranks need a folder that all hosts share, at the same path"
                    .formatted(host, command.folder());
        }
        if (!command.marker().isEmpty() && !appears(Path.of(command.marker()))) {
            return "the folder %s of host %s is another one than that of the driver: ranks need one that all hosts share"
                    .formatted(command.folder(), host);
        }
        Path program = Path.of(command.words()[0]);
        return !program.isAbsolute() || Files.isExecutable(program)
                ? ""
                : "host %s has no %s; install Stoker there at the same path".formatted(host, program);
    }

    /** Network file systems show a new file with a delay. */
    private static boolean appears(Path marker) throws InterruptedException {
        for (long waited = 0; waited < MARKER_MILLIS && !Files.exists(marker); waited += POLL_MILLIS) {
            Thread.sleep(POLL_MILLIS);
        }
        return Files.exists(marker);
    }

    /** Output is discarded where nobody wants it; both consumers are called on other threads. */
    static TaskProcess start(
            ProcessCommand command,
            Map<String, String> more,
            Optional<Consumer<byte[]>> output,
            Consumer<String> errors)
            throws IOException {
        var builder = new ProcessBuilder(Arrays.asList(command.words()));
        builder.directory(Path.of(command.folder()).toFile());
        for (String variable : command.variables()) {
            int sign = variable.indexOf('=');
            builder.environment().put(variable.substring(0, sign), variable.substring(sign + 1));
        }
        builder.environment().putAll(more);
        if (output.isEmpty()) {
            builder.redirectOutput(Redirect.DISCARD);
        }
        var started = new TaskProcess(builder.start());
        output.ifPresent(consumer -> started.read("output", () -> started.copy(consumer)));
        started.read("errors", () -> started.readLines(errors));
        return started;
    }

    private void read(String stream, Runnable task) {
        var reader = new Thread(task, stream + " of stoker");
        reader.setDaemon(true);
        reader.start();
        readers.add(reader);
    }

    private void copy(Consumer<byte[]> output) {
        try (InputStream in = process.getInputStream()) {
            byte[] buffer = new byte[8192];
            for (int count = in.read(buffer); count >= 0; count = in.read(buffer)) {
                output.accept(Arrays.copyOf(buffer, count));
            }
        } catch (IOException | UncheckedIOException killed) {
            // it was killed while it wrote, or the driver is gone, which the task notices
        }
    }

    private void readLines(Consumer<String> errors) {
        try (var lines = process.errorReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(errors);
        } catch (IOException | UncheckedIOException killed) {
            // as above
        }
    }

    boolean hasEnded(long millis) throws InterruptedException {
        return process.waitFor(millis, TimeUnit.MILLISECONDS);
    }

    /** Of a process that has ended; all of its output has been read then. */
    int exitCode() throws InterruptedException {
        for (var reader : readers) {
            reader.join(READERS_MILLIS);
        }
        return process.exitValue();
    }

    /** Asks it to save what it has and to end. */
    void stop() {
        process.toHandle().destroy(); // that of the process closes its streams too, and then a rank quits at once
    }

    /** Ends it at once where it still runs. */
    @Override
    public void close() {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
        boolean interrupted = Thread.interrupted(); // a killed process is gone in a moment, and must not be left behind
        try {
            process.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException again) {
            interrupted = true;
        }
        if (interrupted) {
            Thread.currentThread().interrupt();
        }
    }
}
