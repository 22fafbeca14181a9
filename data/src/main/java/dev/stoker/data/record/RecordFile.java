package dev.stoker.data.record;

import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;
import static dev.stoker.data.record.FrameVerifier.AROUND_PAYLOAD;

import dev.stoker.core.StokerException;
import dev.stoker.data.internal.file.PositionedFile;
import dev.stoker.data.storage.StoredObject;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.file.Path;

/**
 * One shard with random access; any number of threads may read, each into its own buffer. Reads are positional rather
 * than mapped: a shard that is truncated while in use gives an error, where a mapping would give a signal.
 */
public final class RecordFile implements AutoCloseable {
    /** There is no time of a shard that is not a local file. */
    private static final long NO_TIME = -1;

    private final StoredObject shard;
    private final RecordIndex index;
    private final long modified;
    private final FrameVerifier check;

    private RecordFile(StoredObject shard, RecordIndex index, long modified) {
        this.shard = shard;
        this.index = index;
        this.modified = modified;
        check = new FrameVerifier(shard.location(), true);
    }

    /** A shard of any storage, whose index is known. */
    static RecordFile of(StoredObject shard, RecordIndex index) {
        return new RecordFile(shard, index, NO_TIME);
    }

    /** Opens a shard by the index beside it. Where there is none, or an outdated one, the shard is scanned first. */
    public static RecordFile open(Path path) {
        var shard = PositionedFile.open(path);
        try {
            return new RecordFile(shard, indexOf(shard), shard.stamp().modified());
        } catch (RuntimeException | Error failure) {
            shard.close();
            throw failure;
        }
    }

    /** Where the shard is, for people. */
    public String location() {
        return shard.location();
    }

    RecordIndex index() {
        return index;
    }

    /** Whether reads wait for answers over a network. */
    boolean isRemote() {
        return shard.isRemote();
    }

    public long count() {
        return index.count();
    }

    /** What identifies this shard without reading it. */
    public ShardSummary summary() {
        return new ShardSummary(location(), count(), shard.size(), modified);
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
        fetch(record, into);
        return verified(record, into);
    }

    /** Reads a record without checking it: it is in the buffer, and in the page cache if it is that of a local file. */
    void fetch(long record, RecordBuffer into) {
        int frame = frame(record);
        int found = shard.read(into.roomFor(frame), index.start(record));
        if (found < frame) {
            throw check.truncated(record, index.start(record), frame, found);
        }
    }

    /** Checks the record that was fetched into the buffer. */
    MemorySegment verified(long record, RecordBuffer fetched) {
        int length = index.length(record);
        verify(fetched.bytes(), length, record, index.start(record));
        fetched.accept(length);
        return fetched.payload();
    }

    /** Whether the record in the buffer is the one of the index. */
    boolean isSound(long record, RecordBuffer fetched) {
        try {
            verify(fetched.bytes(), index.length(record), record, index.start(record));
            return true;
        } catch (CorruptRecordException _) {
            return false;
        }
    }

    /** Bytes of a record with what is around its payload. */
    int frame(long record) {
        return index.length(record) + AROUND_PAYLOAD;
    }

    /** Says that a range of the shard will be read soon; a hint. */
    void willNeed(long start, long length) {
        boolean _ = shard.willNeed(start, length);
    }

    /** What a record is read from. */
    StoredObject object() {
        return shard;
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
        if (index.hasChecksums() && bytes.getInt(HEADER_BYTES + length) != index.checksum(record)) {
            throw CorruptRecordException.replaced(check.place(record, offset, true));
        }
    }

    @Override
    public void close() {
        shard.close();
    }

    private static RecordIndex indexOf(PositionedFile shard) {
        return RecordIndexFile.load(shard).orElseGet(() -> {
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
