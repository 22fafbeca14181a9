package dev.stoker.image.jpeg;

import java.nio.charset.StandardCharsets;

/**
 * The sizes of tiles, in an application segment that decoders skip: a name, the MCUs per tile, the tiles per row, the number
 * of rows, and the size of each tile as a varint (seven bits per byte, the lowest first, the highest bit set on all but the
 * last). After this segment come only those that every crop needs: tables, the frame, the scan.
 */
final class TileTable {
    static final byte[] NAME = "Stoker tiles 1\0".getBytes(StandardCharsets.US_ASCII);
    static final int FIXED = NAME.length + 6;
    /** The largest content of a segment. */
    private static final int MAXIMUM = 0xffff - 2;

    private TileTable() {}

    /** Whether the segment between these positions is such a table. */
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

    static void write(JpegBitWriter to, TileTraversal traversal, int[] lengths) {
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
        to.unsigned16(traversal.interval());
        to.unsigned16(traversal.columns());
        to.unsigned16(traversal.frame().mcuRows());
        for (int length : lengths) {
            int left = length;
            for (; left >= 1 << 7; left >>>= 7) {
                to.unsigned8((left & 0x7f) | 0x80);
            }
            to.unsigned8(left);
        }
    }
}
