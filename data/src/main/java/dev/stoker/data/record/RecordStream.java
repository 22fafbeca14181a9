package dev.stoker.data.record;

import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;
import static dev.stoker.data.record.FrameVerifier.AROUND_PAYLOAD;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.data.internal.file.NativeBuffer;
import dev.stoker.data.internal.file.PositionedFile;
import java.io.EOFException;
import java.io.IOException;
import java.lang.foreign.MemorySegment;
import java.nio.file.Path;
import java.util.zip.ZipException;
import org.jspecify.annotations.Nullable;

/**
 * One shard from front to back, plain or gzipped. Payloads are slices of the read buffer: nothing is copied but the
 * part of a record that a read leaves unfinished. For one thread at a time.
 *
 * <p>After a record that fails its checksum, {@link #next} continues with the following one, if that can be found.
 */
public final class RecordStream implements AutoCloseable {
    private static final int BUFFER_BYTES = 1 << 20;
    private static final int NOTHING = -1;

    private final PositionedFile shard;
    private final ByteSource source;
    private final FrameVerifier check;
    private final NativeBuffer memory = new NativeBuffer(BUFFER_BYTES);
    private int filled;
    private int start;
    private int frame;
    private int length = NOTHING;
    private long index;
    private long offset;
    private @Nullable CorruptRecordException broken;

    private RecordStream(PositionedFile shard, ByteSource source) {
        this.shard = shard;
        this.source = source;
        check = new FrameVerifier(shard.location(), false);
    }

    public static RecordStream open(Path path) {
        var shard = PositionedFile.open(path);
        try {
            return new RecordStream(shard, ByteSource.of(shard));
        } catch (RuntimeException | Error failure) {
            shard.close();
            throw failure;
        }
    }

    /** Whether a shard is gzipped, by its content: such a one can only be read from front to back. */
    public static boolean isGzipped(Path path) {
        try (var shard = PositionedFile.open(path)) {
            return GzipSource.isGzipped(shard);
        }
    }

    /** Where the current record is, for people. */
    public String place() {
        return "%s, record %d at byte %d".formatted(shard.path(), index, offset);
    }

    /** Moves to the next record and checks it; false after the last. */
    public boolean next() {
        if (broken != null) {
            throw broken;
        }
        try {
            stepOver();
            return hasFrame() && verified();
        } catch (CorruptRecordException failure) {
            broken = failure.skippable() ? null : failure;
            throw failure;
        }
    }

    /** The payload of the current record, valid until the next call. */
    public MemorySegment payload() {
        if (length == NOTHING) {
            throw new IllegalStateException("there is no current record in " + shard.path() + ": call next() first");
        }
        return memory.segment().asSlice(start + HEADER_BYTES, length);
    }

    /** The number of the current record, from 0. */
    public long index() {
        return index;
    }

    /** Where the current record's frame starts; in a gzipped shard, counted in unpacked bytes. */
    public long offset() {
        return offset;
    }

    @Override
    public void close() {
        memory.close();
        source.close();
        shard.close();
    }

    private void stepOver() {
        start += frame;
        offset += frame;
        index += frame > 0 ? 1 : 0;
        frame = 0;
        length = NOTHING;
    }

    private boolean hasFrame() {
        boolean complete = fill(HEADER_BYTES);
        if (!complete && filled > start) {
            throw check.truncated(index, offset, HEADER_BYTES, filled - start);
        }
        return complete;
    }

    private boolean verified() {
        int stated = check.length(memory.buffer(), start, index, offset);
        if (!fill(stated + AROUND_PAYLOAD)) {
            throw check.truncated(index, offset, (long) stated + AROUND_PAYLOAD, filled - start);
        }
        frame = stated + AROUND_PAYLOAD;
        check.payload(memory.buffer(), start + HEADER_BYTES, stated, index, offset);
        length = stated;
        return true;
    }

    /** Reads until so many bytes of the current record are in memory; false when the shard ends before. */
    private boolean fill(int bytes) {
        while (filled - start < bytes) {
            makeRoom();
            int count = read();
            if (count < 0) {
                return false;
            }
            filled += count;
        }
        return true;
    }

    private void makeRoom() {
        if (start > 0) {
            MemorySegment.copy(memory.segment(), start, memory.segment(), 0, filled - start);
            filled -= start;
            start = 0;
        }
        if (filled == memory.capacity()) {
            // Memory grows with the bytes that are read: a corrupt length alone cannot claim it.
            memory.grow((int) Math.min(Integer.MAX_VALUE, 2L * filled), filled);
        }
    }

    private int read() {
        try {
            var room = memory.buffer().clear().position(filled);
            int count = source.read(room);
            room.clear();
            return count;
        } catch (ZipException | EOFException failure) {
            throw CorruptRecordException.packing(check.place(index, offset, false), AtomicFile.reason(failure));
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot read %s (%s)".formatted(shard.path(), AtomicFile.reason(failure)), failure);
        }
    }
}
