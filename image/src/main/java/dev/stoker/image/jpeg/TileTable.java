package dev.stoker.image.jpeg;

import java.nio.charset.StandardCharsets;

/**
 * Where tiles lie, in a segment for applications that decoders pass over: a name, how many MCUs a tile has, how many tiles a line
 * has and how many lines there are, and the length of each, seven bits to a byte, the lowest first, as long as the highest bit is set.
 * Behind this segment stands only what any cut needs: tables, the frame, the scan.
 */
final class TileTable {
    static final byte[] NAME = "Stoker tiles 1\0".getBytes(StandardCharsets.US_ASCII);
    static final int FIXED = NAME.length + 6;
    /** What a segment can hold. */
    private static final int MAXIMUM = 0xffff - 2;

    private TileTable() {}

    /** Whether the segment from here to there is one. */
    static boolean isOne(byte[] bytes, int from, int to) {
        if ((bytes[from + 1] & 0xff) != JpegMarker.TILES || to - from < 4 + FIXED) {
            return false;
        }
        for (int i = 0; i < NAME.length; i++) {
            if (bytes[from + 4 + i] != NAME[i]) {
                return false;
            }
        }
        return true;
    }

    static void write(JpegBitWriter to, TileTraversal walk, int[] lengths) {
        int size = FIXED;
        for (int length : lengths) {
            size += length < 1 << 7 ? 1 : length < 1 << 14 ? 2 : length < 1 << 21 ? 3 : 4;
        }
        if (size > MAXIMUM) {
            throw new UnsupportedJpegException("it has more tiles than a table can hold");
        }
        to.unsigned8(0xff);
        to.unsigned8(JpegMarker.TILES);
        to.unsigned16(2 + size);
        to.copy(NAME, 0, NAME.length);
        to.unsigned16(walk.interval());
        to.unsigned16(walk.columns());
        to.unsigned16(walk.frame().high());
        for (int length : lengths) {
            int left = length;
            for (; left >= 1 << 7; left >>>= 7) {
                to.unsigned8((left & 0x7f) | 0x80);
            }
            to.unsigned8(left);
        }
    }
}
