package dev.stoker.data.record;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.data.internal.file.FileStamp;
import dev.stoker.data.internal.file.PositionedFile;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Stores the index of a shard beside it: magic number, version, size and time of the shard, number of records, length and
 * checksum of each payload, checksum of all that. It can always be rebuilt, so an unreadable index is not an error. One of
 * another time may be that of a copy: it holds where a sample of the shard is as it says.
 */
final class RecordIndexFile {
    static final String SUFFIX = ".index";

    private static final long MARK = 0x7865646e696b7473L; // "stkindex" in a file
    private static final int VERSION = 2;
    private static final int VERSION_WITHOUT_CHECKSUMS = 1;
    private static final int HEADER_BYTES = 4 * Long.BYTES + Integer.BYTES;
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    /** The size for an eighth of a billion records; larger shards are scanned each time instead. */
    private static final int LARGEST_SIZE = 1 << 30;

    /** What a file says. */
    private record Content(FileStamp stamp, RecordIndex index) {}

    private RecordIndexFile() {}

    static Path of(Path shard) {
        return shard.resolveSibling(shard.getFileName() + SUFFIX);
    }

    /** If the folder cannot be written to, the index exists in memory only. */
    static void keep(Path shard, FileStamp stamp, RecordIndex index) {
        if (sizeOf(index.count(), RecordIndex.ENTRY_BYTES) > LARGEST_SIZE) {
            return;
        }
        var content = encode(stamp, index);
        try {
            Uninterrupted.run(() -> AtomicFile.write(of(shard), channel -> AtomicFile.writeFully(channel, content)));
        } catch (StokerException | IOException _) {
            // The next to open the shard scans it again.
        }
    }

    /** The index, if it is there, intact, and of the shard as it is now; it is written with the time that the shard has. */
    static Optional<RecordIndex> load(PositionedFile shard) {
        var found = valid(shard);
        // With this time it is found the next time without reading the shard.
        found.filter(content -> !content.stamp.equals(shard.stamp()))
                .ifPresent(content -> keep(shard.path(), shard.stamp(), content.index));
        return found.map(Content::index);
    }

    /** The same, and nothing is written. */
    static Optional<RecordIndex> find(PositionedFile shard) {
        return valid(shard).map(Content::index);
    }

    private static Optional<Content> valid(PositionedFile shard) {
        return content(shard.path(), shard.stamp())
                .filter(content -> content.stamp.equals(shard.stamp())
                        || (content.index.hasChecksums() && SampledRecords.match(shard, content.index)));
    }

    private static Optional<Content> content(Path shard, FileStamp stamp) {
        Path file = of(shard);
        try {
            // A larger file is not the index of this shard, and may not fit into memory.
            if (Files.size(file) > largestSize(stamp)) {
                return Optional.empty();
            }
            var content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            return isIntact(content) ? decode(content, stamp.size()) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static ByteBuffer encode(FileStamp stamp, RecordIndex index) {
        var content = ByteBuffer.allocate((int) sizeOf(index.count(), RecordIndex.ENTRY_BYTES))
                .order(ByteOrder.LITTLE_ENDIAN);
        content.putLong(MARK).putInt(VERSION).putLong(stamp.size()).putLong(stamp.modified());
        content.putLong(index.count());
        index.write(content);
        return content.putInt(TfRecordFormat.maskedChecksum(content.duplicate().flip()))
                .flip();
    }

    private static boolean isIntact(ByteBuffer content) {
        int checked = content.limit() - CHECKSUM_BYTES;
        return checked >= HEADER_BYTES
                && content.getInt(checked)
                        == TfRecordFormat.maskedChecksum(content.duplicate().limit(checked));
    }

    private static Optional<Content> decode(ByteBuffer content, long shardSize) {
        if (content.getLong() != MARK) {
            return Optional.empty();
        }
        int version = content.getInt();
        var stamp = new FileStamp(content.getLong(), content.getLong());
        long count = content.getLong();
        boolean known = version == VERSION || version == VERSION_WITHOUT_CHECKSUMS;
        int entry = version == VERSION ? RecordIndex.ENTRY_BYTES : Integer.BYTES;
        return known && stamp.size() == shardSize && fits(count) && sizeOf(count, entry) == content.limit()
                ? RecordIndex.read(content, count, shardSize, version == VERSION)
                        .map(index -> new Content(stamp, index))
                : Optional.empty();
    }

    /** A larger number would overflow what is computed from it. */
    private static boolean fits(long count) {
        return count >= 0 && count <= LARGEST_SIZE;
    }

    private static long largestSize(FileStamp stamp) {
        return Math.min(sizeOf(stamp.size() / FrameVerifier.AROUND_PAYLOAD, RecordIndex.ENTRY_BYTES), LARGEST_SIZE);
    }

    private static long sizeOf(long count, int entry) {
        return HEADER_BYTES + count * entry + CHECKSUM_BYTES;
    }
}
