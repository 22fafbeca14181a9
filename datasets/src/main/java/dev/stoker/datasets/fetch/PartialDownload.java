package dev.stoker.datasets.fetch;

import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.DurableFolders;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The part of a file that has arrived, and a note beside it with the version of the file, so that another run can resume
 * where this one ends.
 */
final class PartialDownload implements AutoCloseable {
    /** A version of a file on a server: the validator is its ETag or its date; a size of -1 is unknown. */
    record Version(URI address, String validator, long size) {
        static Version unknown(URI address) {
            return new Version(address, "", -1);
        }

        /** A truncated note is ignored. */
        private static Version parse(List<String> lines, URI address) {
            return lines.size() == 3
                            && lines.get(0).equals(address.toString())
                            && lines.get(2).matches("-?[0-9]{1,18}")
                    ? new Version(address, lines.get(1), Long.parseLong(lines.get(2)))
                    : unknown(address);
        }

        boolean isKnown() {
            return !validator.isEmpty() || size >= 0;
        }
    }

    private final Path file;
    private final Path partial;
    private final Path note;
    private final FileChannel channel;
    private Version version;
    private long bytes;

    private PartialDownload(Path file, Path partial, Path note, FileChannel channel, Version version, long bytes) {
        this.file = file;
        this.partial = partial;
        this.note = note;
        this.channel = channel;
        this.version = version;
        this.bytes = bytes;
    }

    /** Opens the partial download of a file: empty at first, and if it came from another address. */
    static PartialDownload open(Path file, URI address) {
        Path partial = file.resolveSibling(file.getFileName() + AtomicFile.PARTIAL_SUFFIX);
        Path note = file.resolveSibling(file.getFileName() + ".version");
        return LocalDisk.open(partial, () -> {
            var version = Version.parse(Files.exists(note) ? Files.readAllLines(note) : List.of(), address);
            var channel = FileChannel.open(partial, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            long bytes = version.isKnown() ? channel.size() : 0;
            return new PartialDownload(file, partial, note, channel, version, bytes);
        });
    }

    long bytes() {
        return bytes;
    }

    Version version() {
        return version;
    }

    /** Discards what has arrived: the next bytes are the start of this version. */
    void restart(Version current) {
        LocalDisk.change(partial, () -> {
            channel.truncate(0);
            Files.write(note, List.of(current.address.toString(), current.validator, Long.toString(current.size)));
        });
        bytes = 0;
        version = current;
    }

    void append(ByteBuffer piece) {
        int count = piece.remaining();
        LocalDisk.change(partial, () -> {
            channel.position(bytes);
            AtomicFile.writeFully(channel, piece);
        });
        bytes += count;
    }

    /** Whether all bytes of the version have arrived. */
    boolean isComplete() {
        return version.size >= 0 && bytes == version.size;
    }

    Path path() {
        return partial;
    }

    /** Gives the complete file its name. */
    void finish() {
        LocalDisk.change(partial, () -> {
            channel.truncate(bytes);
            channel.force(true);
            DurableFolders.move(partial, file);
            Files.deleteIfExists(note);
        });
    }

    @Override
    public void close() {
        LocalDisk.change(partial, channel::close);
    }
}
