package dev.stoker.data.record;

import static dev.stoker.data.record.FrameVerifier.AROUND_PAYLOAD;

import java.util.Arrays;

/** The offsets of the records of a shard. Records follow each other without gaps, so lengths are enough. */
final class RecordIndex {
    private final long[] starts;

    private RecordIndex(long[] starts) {
        this.starts = starts;
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

    /** Grows by one record after the other. */
    static final class Builder {
        private long[] starts = new long[64];
        private int count;

        int count() {
            return count;
        }

        /** Where the next record starts. */
        long end() {
            return starts[count];
        }

        void add(int length) {
            if (count + 1 == starts.length) {
                starts = Arrays.copyOf(starts, starts.length + (starts.length >> 1));
            }
            starts[count + 1] = starts[count] + length + AROUND_PAYLOAD;
            count++;
        }

        RecordIndex build() {
            return new RecordIndex(Arrays.copyOf(starts, count + 1));
        }
    }
}
