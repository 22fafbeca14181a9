package dev.stoker.image.jpeg;

/**
 * Counts the symbols of a scan, so that the most frequent get the shortest codes. Refuses values that a scan of 8-bit samples cannot
 * have: scans of a progressive JPEG can add up to them, and decoders take such a file, but not as one scan.
 */
final class HuffmanSymbolCounts implements TileTraversal.Visitor {
    static final int END_OF_BLOCK = 0;
    static final int ZERO_RUN_LENGTH = 0xf0;

    private static final int LARGEST_DC_SIZE = 11;
    private static final int LARGEST_AC_SIZE = 10;

    private final int[][] dc = new int[2][256];
    private final int[][] ac = new int[2][256];

    @Override
    public void tile() {}

    @Override
    public void dc(int table, int difference) {
        dc[table][checked(Magnitude.size(difference), LARGEST_DC_SIZE)]++;
    }

    private static int checked(int size, int largest) {
        if (size > largest) {
            throw new UnsupportedJpegException("its coefficients are larger than those of 8-bit samples");
        }
        return size;
    }

    @Override
    public void ac(int table, short[] values, int start, long present) {
        int[] counts = ac[table];
        int last = 0;
        for (long left = present; left != 0; left &= left - 1) {
            int k = Long.numberOfTrailingZeros(left);
            int run = k - last - 1;
            counts[ZERO_RUN_LENGTH] += run >> 4;
            counts[(run & 15) << 4 | checked(Magnitude.size(values[start + k]), LARGEST_AC_SIZE)]++;
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
