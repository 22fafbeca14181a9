package dev.stoker.data.near;

/** How often each record will be read in the coming epochs, as far as that was looked at. */
final class ReadCounts {
    private static final int MOST = Short.MAX_VALUE;

    private final short[] counts;
    private int highest;

    ReadCounts(int records) {
        counts = new short[records];
    }

    void add(int record) {
        if (counts[record] < MOST) {
            highest = Math.max(highest, ++counts[record]);
        }
    }

    int of(int record) {
        return counts[record];
    }

    int highest() {
        return highest;
    }
}
