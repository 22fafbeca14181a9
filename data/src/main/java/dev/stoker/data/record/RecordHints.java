package dev.stoker.data.record;

import java.util.Arrays;
import java.util.Comparator;

/**
 * Tells the system which local records will be read soon, some at a time: in the order of the file, neighbors joined. For one
 * thread. The last few of an epoch stay untold, and whoever needs them reads them.
 */
final class RecordHints {
    /** A reader is up to 1,024 rows ahead of the workers. */
    private static final int AT_ONCE = 256;

    /** What lies between two records of a block is needed soon as well, and the disk reads it in the same time. */
    private static final int LARGEST_GAP = 1 << 15;

    private record Range(RecordFile file, long start, long end) {
        boolean isNear(Range next) {
            return file == next.file && next.start - end <= LARGEST_GAP;
        }

        Range with(Range next) {
            return new Range(file, start, Math.max(end, next.end));
        }
    }

    private final Range[] pending = new Range[AT_ONCE];
    private int count;

    void add(RecordFile file, long record) {
        long start = file.offset(record);
        pending[count++] = new Range(file, start, start + file.frame(record));
        if (count == AT_ONCE) {
            if (!isInOrder()) {
                tell();
            }
            count = 0;
        }
    }

    /** The system reads ahead by itself then, and hints would make it read less at a time: 0.6 of the speed. */
    private boolean isInOrder() {
        for (int i = 1; i < count; i++) {
            if (pending[i].file == pending[i - 1].file && pending[i].start < pending[i - 1].end) {
                return false;
            }
        }
        return true;
    }

    private void tell() {
        Arrays.sort(
                pending,
                Comparator.comparing((Range range) -> range.file.location()).thenComparingLong(Range::start));
        var joined = pending[0];
        for (var range : pending) {
            if (joined.isNear(range)) {
                joined = joined.with(range);
            } else {
                joined.file.willNeed(joined.start, joined.end - joined.start);
                joined = range;
            }
        }
        joined.file.willNeed(joined.start, joined.end - joined.start);
    }
}
