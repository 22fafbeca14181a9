package dev.stoker.telemetry.log;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.OpenOption;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * An append-only file of records. Each record is written to the operating system before the call returns, so that a killed
 * process loses none; {@link #force} also protects against a crash of the machine.
 */
final class LogFile implements AutoCloseable {
    private final Path file;
    private final OutputStream stream;

    private LogFile(Path file, OutputStream stream) {
        this.file = file;
        this.stream = stream;
    }

    /** A file that must not exist. */
    static LogFile create(Path file) {
        return open(file, StandardOpenOption.CREATE_NEW);
    }

    /** A file that may exist. */
    static LogFile append(Path file) {
        return open(file, StandardOpenOption.CREATE);
    }

    /**
     * A FileChannel opened directly closes itself under every writer as soon as one of their threads is interrupted;
     * the channel of Files.newOutputStream does not.
     */
    private static LogFile open(Path file, OpenOption creation) {
        try {
            var stream = Files.newOutputStream(file, creation, StandardOpenOption.APPEND);
            AtomicFile.syncDirectory(file);
            return new LogFile(file, stream);
        } catch (IOException failure) {
            throw failed("open", file, failure);
        }
    }

    /** Records of several threads are written one after another and never mix. */
    synchronized void write(byte[] record) {
        try {
            stream.write(record);
        } catch (IOException failure) {
            throw failed("write to", file, failure);
        }
    }

    /** The stream offers no force; forcing through any other handle of the file reaches the same pages. */
    void force() {
        try (var channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
            channel.force(false);
        } catch (IOException failure) {
            throw failed("flush", file, failure);
        }
    }

    /** Forces everything first: a log that was closed survives a crash of the machine. */
    @Override
    public void close() {
        try (stream) {
            force();
        } catch (IOException failure) {
            throw failed("close", file, failure);
        }
    }

    private static StokerException failed(String action, Path file, IOException failure) {
        return new StokerException(
                "cannot %s %s (%s): free some space or check the permissions, then run again"
                        .formatted(action, file, AtomicFile.reason(failure)),
                failure);
    }
}
