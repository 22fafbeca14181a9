package dev.stoker.data.record;

import static dev.stoker.core.io.TfRecordFormat.FOOTER_BYTES;
import static dev.stoker.core.io.TfRecordFormat.HEADER_BYTES;

import dev.stoker.core.io.TfRecordFormat;
import dev.stoker.data.record.CorruptRecordException.Place;
import java.nio.ByteBuffer;

/**
 * Checks the frames of one shard. With an index the records after a corrupt length can be found, without it they
 * cannot. Positions and limits of the buffers are scratch: they start and end as {@link ByteBuffer#clear} leaves them.
 */
record FrameVerifier(String file, boolean indexed) {
    static final int AROUND_PAYLOAD = HEADER_BYTES + FOOTER_BYTES;

    /** A whole frame fits one buffer. */
    static final int LARGEST_PAYLOAD = Integer.MAX_VALUE - AROUND_PAYLOAD;

    /** The length of the payload, from the header at {@code at} in the buffer. */
    int length(ByteBuffer bytes, int at, long index, long offset) {
        long length = bytes.getLong(at);
        int stored = bytes.getInt(at + Long.BYTES);
        int computed = checksum(bytes, at, Long.BYTES);
        if (stored != computed) {
            throw CorruptRecordException.checksum(
                    place(index, offset, indexed), "the checksum of its length", stored, computed);
        }
        if (length < 0 || length > LARGEST_PAYLOAD) {
            throw CorruptRecordException.tooLong(place(index, offset, indexed), length, LARGEST_PAYLOAD);
        }
        return (int) length;
    }

    /** Compares the payload at {@code at} with the checksum after it. */
    void payload(ByteBuffer bytes, int at, int length, long index, long offset) {
        int stored = bytes.getInt(at + length);
        int computed = checksum(bytes, at, length);
        if (stored != computed) {
            throw CorruptRecordException.checksum(place(index, offset, true), "its checksum", stored, computed);
        }
    }

    CorruptRecordException truncated(long index, long offset, long expected, long found) {
        return CorruptRecordException.truncated(place(index, offset, indexed), expected, found);
    }

    Place place(long index, long offset, boolean skippable) {
        return new Place(file, index, offset, skippable);
    }

    static boolean isHeader(ByteBuffer bytes) {
        return bytes.getInt(Long.BYTES) == checksum(bytes, 0, Long.BYTES);
    }

    private static int checksum(ByteBuffer bytes, int at, int length) {
        int checksum = TfRecordFormat.maskedChecksum(bytes.limit(at + length).position(at));
        bytes.clear();
        return checksum;
    }
}
