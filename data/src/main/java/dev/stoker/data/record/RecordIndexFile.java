package dev.stoker.data.record;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.data.internal.file.FileStamp;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/**
 * Stores the index of a shard beside it: magic number, version, size and time of the shard, number of records, the length of
 * each payload in 4 bytes, checksum of all that. It can always be rebuilt, so an unreadable index is not an error.
 */
final class RecordIndexFile {
    static final String SUFFIX = ".index";

    private static final long MARK = 0x7865646e696b7473L; // "stkindex" in a file
    private static final int VERSION = 1;
    private static final int HEADER_BYTES = 4 * Long.BYTES + Integer.BYTES;
    private static final int CHECKSUM_BYTES = Integer.BYTES;

    /** The size for a quarter of a billion records; larger shards are scanned each time instead. */
    private static final int LARGEST_SIZE = 1 << 30;

    private RecordIndexFile() {}

    static Path of(Path shard) {
        return shard.resolveSibling(shard.getFileName() + SUFFIX);
    }

    /** If the folder cannot be written to, the index exists in memory only. */
    static void keep(Path shard, FileStamp stamp, RecordIndex index) {
        if (sizeOf(index.count()) > LARGEST_SIZE) {
            return;
        }
        var content = encode(stamp, index);
        try {
            Uninterrupted.run(() -> AtomicFile.write(of(shard), channel -> AtomicFile.writeFully(channel, content)));
        } catch (StokerException | IOException _) {
            // The next to open the shard scans it again.
        }
    }

    /** The index, if it is there, intact, and of the shard as it is now. */
    static Optional<RecordIndex> load(Path shard, FileStamp stamp) {
        Path file = of(shard);
        try {
            // A larger file is not the index of this shard, and may not fit into memory.
            if (Files.size(file) > largestSize(stamp)) {
                return Optional.empty();
            }
            var content = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            return isIntact(content) ? decode(content, stamp) : Optional.empty();
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    private static ByteBuffer encode(FileStamp stamp, RecordIndex index) {
        var content = ByteBuffer.allocate((int) sizeOf(index.count())).order(ByteOrder.LITTLE_ENDIAN);
        content.putLong(MARK).putInt(VERSION).putLong(stamp.size()).putLong(stamp.modified());
        content.putLong(index.count());
        for (int i = 0; i < index.count(); i++) {
            content.putInt(index.length(i));
        }
        return content.putInt(TfRecordFormat.maskedChecksum(content.duplicate().flip()))
                .flip();
    }

    private static boolean isIntact(ByteBuffer content) {
        int checked = content.limit() - CHECKSUM_BYTES;
        return checked >= HEADER_BYTES
                && content.getInt(checked)
                        == TfRecordFormat.maskedChecksum(content.duplicate().limit(checked));
    }

    private static Optional<RecordIndex> decode(ByteBuffer content, FileStamp stamp) {
        boolean matches = content.getLong() == MARK
                && content.getInt() == VERSION
                && content.getLong() == stamp.size()
                && content.getLong() == stamp.modified()
                && sizeOf(content.getLong()) == content.limit();
        return matches ? decodeLengths(content, stamp.size()) : Optional.empty();
    }

    private static Optional<RecordIndex> decodeLengths(ByteBuffer content, long shardSize) {
        var index = new RecordIndex.Builder();
        while (content.remaining() > CHECKSUM_BYTES) {
            int length = content.getInt();
            if (length < 0 || length > FrameVerifier.LARGEST_PAYLOAD) {
                return Optional.empty();
            }
            index.add(length);
        }
        return index.end() == shardSize ? Optional.of(index.build()) : Optional.empty();
    }

    private static long largestSize(FileStamp stamp) {
        return Math.min(sizeOf(stamp.size() / FrameVerifier.AROUND_PAYLOAD), LARGEST_SIZE);
    }

    private static long sizeOf(long count) {
        return HEADER_BYTES + count * Integer.BYTES + CHECKSUM_BYTES;
    }
}
