package dev.stoker.image.jpeg;

/**
 * Counts the symbols of a scan, so that the most frequent get the shortest codes. Refuses values that a scan of 8-bit samples cannot
 * have: scans of a progressive JPEG can add up to them, and decoders take such a file, but not as one scan.
 */
final class HuffmanSymbolCounts implements TileTraversal.Visitor {
    static final int END_OF_BLOCK = 0;
    static final int ZERO_RUN_LENGTH = 0xf0;

    private static final int SMALLEST_DC = -1024;
    private static final int LARGEST_DC = 1023;
    /** Of the difference of two of them. */
    private static final int LARGEST_DC_SIZE = 11;

    private static final int LARGEST_AC_SIZE = 10;

    private final int[][] dc = new int[2][256];
    private final int[][] ac = new int[2][256];

    @Override
    public void tile(int[] predictions) {}

    @Override
    public void dc(int table, int value, int prediction) {
        require(value >= SMALLEST_DC && value <= LARGEST_DC);
        dc[table][Magnitude.size(value - prediction)]++;
    }

    private static void require(boolean possible) {
        if (!possible) {
            throw new UnsupportedJpegException("its coefficients are larger than those of 8-bit samples");
        }
    }

    @Override
    public void ac(int table, short[] values, int start, long present) {
        int[] counts = ac[table];
        int last = 0;
        for (long left = present; left != 0; left &= left - 1) {
            int k = Long.numberOfTrailingZeros(left);
            int run = k - last - 1;
            counts[ZERO_RUN_LENGTH] += run >> 4;
            int size = Magnitude.size(values[start + k]);
            require(size <= LARGEST_AC_SIZE);
            counts[(run & 15) << 4 | size]++;
            last = k;
        }
        if (last < 63) {
            counts[END_OF_BLOCK]++;
        }
    }

    /** With a code for every size, since crops have differences that the image does not have. */
    HuffmanCodeTable dcTable(int table) {
        for (int size = 0; size <= LARGEST_DC_SIZE; size++) {
            dc[table][size] = Math.max(1, dc[table][size]);
        }
        return new HuffmanCodeTable(dc[table]);
    }

    HuffmanCodeTable acTable(int table) {
        return new HuffmanCodeTable(ac[table]);
    }
}
