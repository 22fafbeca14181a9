package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.lang.ProcessBuilder.Redirect;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/**
 * Where the output of a rank goes. Rank 0 has the standard streams of this process, so that it sees a terminal where there is
 * one; what others write to standard error appears with their number before it. With a log both are copied to a file, for
 * which rank 0 writes into pipes too.
 */
final class RankOutput implements AutoCloseable {
    private final Rank rank;
    private final Consumer<String> errors;
    private final Optional<OutputStream> log;
    private final List<Thread> readers = new ArrayList<>();
    private volatile String lastLine = "";

    private RankOutput(Rank rank, Consumer<String> errors, Optional<OutputStream> log) {
        this.rank = rank;
        this.errors = errors;
        this.log = log;
    }

    static RankOutput of(Rank rank, Consumer<String> errors, Optional<Path> logFolder) {
        return new RankOutput(rank, errors, logFolder.map(folder -> open(folder, rank)));
    }

    /** Appends, so that a restart keeps what was written before it. */
    private static OutputStream open(Path folder, Rank rank) {
        Path file = file(folder, rank.number());
        try {
            Files.createDirectories(folder);
            return Files.newOutputStream(file, StandardOpenOption.CREATE, StandardOpenOption.APPEND);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot write %s (%s); check --log-dir".formatted(file, AtomicFile.reason(failure)), failure);
        }
    }

    static Path file(Path folder, int rank) {
        return folder.resolve("rank-%d.log".formatted(rank));
    }

    /** Says where the streams of the process lead. */
    void redirect(ProcessBuilder builder) {
        if (log.isPresent()) {
            return;
        }
        builder.redirectOutput(rank.isFirst() ? Redirect.INHERIT : Redirect.DISCARD);
        if (rank.isFirst()) {
            builder.redirectError(Redirect.INHERIT);
        }
    }

    /** Begins to read what the process writes. */
    void follow(Process process) {
        if (log.isPresent()) {
            readers.add(reader("output", () -> copy(process.getInputStream())));
        }
        if (log.isPresent() || !rank.isFirst()) {
            readers.add(reader("errors", () -> readErrors(process)));
        }
    }

    private Thread reader(String stream, Runnable task) {
        return Thread.ofPlatform()
                .daemon()
                .name("%s of rank %d".formatted(stream, rank.number()))
                .start(task);
    }

    private void copy(InputStream from) {
        var out = rank.isFirst() ? System.out : OutputStream.nullOutputStream();
        try (from) {
            byte[] buffer = new byte[8192];
            for (int count = from.read(buffer); count >= 0; count = from.read(buffer)) {
                out.write(buffer, 0, count);
                out.flush();
                write(buffer, count);
            }
        } catch (IOException _) {
            // It was killed while it wrote, or nobody reads what this process prints.
        }
    }

    private void readErrors(Process process) {
        try (var lines = process.errorReader(StandardCharsets.UTF_8)) {
            lines.lines().forEach(this::error);
        } catch (UncheckedIOException | IOException _) {
            // It was killed while it wrote.
        }
    }

    private void error(String line) {
        if (!line.isBlank() && !Character.isWhitespace(line.charAt(0))) { // the lines of a stack trace are indented
            lastLine = line.strip();
        }
        byte[] bytes = (line + "\n").getBytes(StandardCharsets.UTF_8);
        write(bytes, bytes.length);
        errors.accept(rank.isFirst() ? line : "[rank %d] %s".formatted(rank.number(), line));
    }

    private void write(byte[] bytes, int count) {
        log.ifPresent(file -> {
            synchronized (file) {
                try {
                    file.write(bytes, 0, count);
                } catch (IOException failure) {
                    throw new UncheckedIOException(failure);
                }
            }
        });
    }

    /** What the rank said last on standard error; empty where that went to the terminal directly. */
    String lastLine() {
        return lastLine;
    }

    /** Waits until all is read; descendants of a killed rank may hold the streams open, so not for long. */
    @Override
    public void close() {
        try {
            for (var reader : readers) {
                reader.join(1000);
            }
            if (log.isPresent()) {
                log.get().close();
            }
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        } catch (IOException _) {
            // what was written is there
        }
    }
}
