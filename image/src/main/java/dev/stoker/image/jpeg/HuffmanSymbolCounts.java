package dev.stoker.image.jpeg;

/** Counts the symbols of a scan, so that the most frequent get the shortest codes. */
final class HuffmanSymbolCounts implements TileTraversal.Visitor {
    static final int END_OF_BLOCK = 0;
    static final int ZERO_RUN_LENGTH = 0xf0;

    private final int[][] dc = new int[2][256];
    private final int[][] ac = new int[2][256];

    @Override
    public void tile() {}

    @Override
    public void dc(int table, int difference) {
        dc[table][Magnitude.size(difference)]++;
    }

    @Override
    public void ac(int table, short[] values, int start, long present) {
        int[] counts = ac[table];
        int last = 0;
        for (long left = present; left != 0; left &= left - 1) {
            int k = Long.numberOfTrailingZeros(left);
            int run = k - last - 1;
            counts[ZERO_RUN_LENGTH] += run >> 4;
            counts[(run & 15) << 4 | Magnitude.size(values[start + k])]++;
            last = k;
        }
        if (last < 63) {
            counts[END_OF_BLOCK]++;
        }
    }

    HuffmanCodeTable dcTable(int table) {
        return new HuffmanCodeTable(dc[table]);
    }

    HuffmanCodeTable acTable(int table) {
        return new HuffmanCodeTable(ac[table]);
    }
}
