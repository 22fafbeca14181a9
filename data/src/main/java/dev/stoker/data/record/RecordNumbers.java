package dev.stoker.data.record;

import java.util.Arrays;

/** Groups of records that follow each other, such as shards: which of them a record is in, and where they start. */
final class RecordNumbers {
    private final long[] starts;

    /** Of groups that have so many records each. */
    RecordNumbers(long... counts) {
        starts = new long[counts.length + 1];
        for (int i = 0; i < counts.length; i++) {
            starts[i + 1] = starts[i] + counts[i];
        }
    }

    long count() {
        return starts[starts.length - 1];
    }

    /** The number of the first record of a group. */
    long start(int group) {
        return starts[group];
    }

    /** The group of a record. */
    int group(long record) {
        int found = Arrays.binarySearch(starts, record);
        int group = found >= 0 ? found : -found - 2;
        while (starts[group + 1] == record) {
            group++; // groups without records
        }
        return group;
    }
}
