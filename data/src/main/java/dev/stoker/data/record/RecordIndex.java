package dev.stoker.data.record;

import static dev.stoker.data.record.FrameVerifier.AROUND_PAYLOAD;

import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Optional;

/**
 * The offsets of the records of a shard, and the checksums of their payloads. Records follow each other without gaps, so
 * lengths are enough. Checksums bind the index to the content of the shard: a record of another content is not taken for it.
 */
final class RecordIndex {
    /** In a file: the length of a payload and its checksum, 4 bytes each. */
    static final int ENTRY_BYTES = 2 * Integer.BYTES;

    private final long[] starts;
    private final int[] checksums;

    private RecordIndex(long[] starts, int[] checksums) {
        this.starts = starts;
        this.checksums = checksums;
    }

    int count() {
        return starts.length - 1;
    }

    long start(long index) {
        if (index < 0 || index >= count()) {
            throw new IndexOutOfBoundsException("record %d is outside a shard of %d records".formatted(index, count()));
        }
        return starts[(int) index];
    }

    int length(long index) {
        long start = start(index);
        return (int) (starts[(int) index + 1] - start) - AROUND_PAYLOAD;
    }

    /** What is stored after the payload; for {@link #hasChecksums} alone. */
    int checksum(long index) {
        return checksums[(int) index];
    }

    /** Whether payloads have checksums; in files of the first version they have none. */
    boolean hasChecksums() {
        return checksums.length == count();
    }

    void write(ByteBuffer into) {
        for (int i = 0; i < count(); i++) {
            into.putInt(length(i)).putInt(checksums[i]);
        }
    }

    /** Reads so many records, with or without checksums; empty where they do not make up a shard of this size. */
    static Optional<RecordIndex> read(ByteBuffer from, long count, long shardSize, boolean withChecksums) {
        var index = new Builder();
        for (long i = 0; i < count; i++) {
            int length = from.getInt();
            if (length < 0 || length > FrameVerifier.LARGEST_PAYLOAD) {
                return Optional.empty();
            }
            index.add(length, withChecksums ? from.getInt() : 0);
        }
        return index.end() == shardSize ? Optional.of(index.build(withChecksums)) : Optional.empty();
    }

    /** Grows by one record after the other. */
    static final class Builder {
        private long[] starts = new long[64];
        private int[] checksums = new int[64];
        private int count;

        int count() {
            return count;
        }

        /** Where the next record starts. */
        long end() {
            return starts[count];
        }

        void add(int length, int checksum) {
            if (count + 1 == starts.length) {
                int capacity = starts.length + (starts.length >> 1);
                starts = Arrays.copyOf(starts, capacity);
                checksums = Arrays.copyOf(checksums, capacity);
            }
            starts[count + 1] = starts[count] + length + AROUND_PAYLOAD;
            checksums[count] = checksum;
            count++;
        }

        RecordIndex build() {
            return build(true);
        }

        private RecordIndex build(boolean withChecksums) {
            return new RecordIndex(
                    Arrays.copyOf(starts, count + 1), withChecksums ? Arrays.copyOf(checksums, count) : new int[0]);
        }
    }
}
