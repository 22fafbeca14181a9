package dev.stoker.datasets.fetch;

import dev.stoker.core.io.AtomicFile;
import java.net.URI;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.StandardOpenOption;
import java.util.List;

/**
 * The part of a file that has arrived, and a note beside it that says which version of the file it is a part of, so
 * that another run can go on where this one ends.
 */
final class PartialDownload implements AutoCloseable {
    /** What a server said about a file: the validator is its ETag or its date, the size -1 where it is not known. */
    record Version(URI address, String validator, long size) {
        static Version unknown(URI address) {
            return new Version(address, "", -1);
        }

        /** A note that was cut short says nothing. */
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

    /** Opens what is there of a file: nothing at first, and nothing of use if it came from another address. */
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

    /** Forgets what has arrived: what comes now is this version from its start. */
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

    /** Everything that was announced is here. */
    boolean isComplete() {
        return version.size >= 0 && bytes == version.size;
    }

    Path path() {
        return partial;
    }

    /** Gives the file its name: it is whole. */
    void finish() {
        LocalDisk.change(partial, () -> {
            channel.truncate(bytes);
            channel.force(true);
            Files.move(partial, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
            Files.deleteIfExists(note);
        });
    }

    @Override
    public void close() {
        LocalDisk.change(partial, channel::close);
    }
}
