package dev.stoker.data.record;

import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;
import static dev.stoker.data.record.FrameVerifier.AROUND_PAYLOAD;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.file.PositionedFile;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * One shard with random access; any number of threads may read, each into its own buffer. Reads are positional rather
 * than mapped: a shard that is truncated while in use gives an error, where a mapping would give a signal.
 */
public final class RecordFile implements AutoCloseable {
    private final PositionedFile shard;
    private final RecordIndex index;
    private final FrameVerifier check;

    private RecordFile(PositionedFile shard, RecordIndex index) {
        this.shard = shard;
        this.index = index;
        check = new FrameVerifier(shard.path(), true);
    }

    /** Opens a shard by the index beside it. Where there is none, or an outdated one, the shard is scanned first. */
    public static RecordFile open(Path path) {
        var shard = PositionedFile.open(path);
        try {
            return new RecordFile(shard, indexOf(shard));
        } catch (RuntimeException | Error failure) {
            shard.close();
            throw failure;
        }
    }

    public Path path() {
        return shard.path();
    }

    public long count() {
        return index.count();
    }

    /** What identifies this shard without reading it. */
    public ShardSummary summary() {
        return new ShardSummary(
                path(), count(), shard.stamp().size(), shard.stamp().modified());
    }

    /** Bytes of a record's payload. */
    public long length(long record) {
        return index.length(record);
    }

    /** Where a record's frame starts in the file. */
    public long offset(long record) {
        return index.start(record);
    }

    /** Reads a record and checks it; the payload is valid until the buffer is used again. */
    public MemorySegment read(long record, RecordBuffer into) {
        long offset = index.start(record);
        int length = index.length(record);
        int frame = length + AROUND_PAYLOAD;
        ByteBuffer bytes = into.roomFor(frame);
        int found = shard.read(bytes, offset);
        if (found < frame) {
            throw check.truncated(record, offset, frame, found);
        }
        verify(bytes.clear(), length, record, offset);
        into.accept(length);
        return into.payload();
    }

    /** Reads a record without checking it, so that the next read finds it in the page cache. */
    void prefetch(long record, RecordBuffer into) {
        shard.read(into.roomFor(index.length(record) + AROUND_PAYLOAD), index.start(record));
    }

    /** Closes the file until the next read. */
    void rest() {
        shard.rest();
    }

    private void verify(ByteBuffer bytes, int indexed, long record, long offset) {
        int length = check.length(bytes, 0, record, offset);
        if (length != indexed) {
            throw CorruptRecordException.changed(check.place(record, offset, true), length, indexed);
        }
        check.payload(bytes, HEADER_BYTES, length, record, offset);
    }

    @Override
    public void close() {
        shard.close();
    }

    private static RecordIndex indexOf(PositionedFile shard) {
        return RecordIndexFile.load(shard.path(), shard.stamp()).orElseGet(() -> {
            refuseGzipped(shard);
            var scanned = ShardScanner.of(shard);
            RecordIndexFile.keep(shard.path(), shard.stamp(), scanned);
            return scanned;
        });
    }

    private static void refuseGzipped(PositionedFile shard) {
        if (GzipSource.isGzipped(shard)) {
            throw new StokerException(
                    "%s is gzipped, which allows no random access; unpack it (gunzip) or read it as a stream"
                            .formatted(shard.path()));
        }
    }
}
