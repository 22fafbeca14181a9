package dev.stoker.image.jpeg;

import java.util.zip.CRC32C;

/** Writes a {@link TileTable}. */
final class TileTableWriter {
    /** The most bytes of data: positions are counted in bits, as 32-bit numbers, which those of crops fit into, too. */
    static final int MAXIMUM_DATA = 1 << 27;

    /** The largest content of a segment. */
    private static final int MAXIMUM = 0xffff - 2;
    /** Bits per tile are below {@code 1 << 28}, in four bytes; differences of DC coefficients below {@code 1 << 13}, in two. */
    private static final int POSITION_BYTES = 4;

    private static final int PREDICTION_BYTES = 2;

    private TileTableWriter() {}

    /** The most tiles of an image that has so many rows and components: those whose table fits into a segment in any case. */
    static int mostTiles(int rows, int components) {
        int free = MAXIMUM
                - TileTable.NAME.length
                - Integer.BYTES
                - TileTable.SIZES
                - Integer.BYTES * rows
                - POSITION_BYTES;
        return Math.max(0, free) / (POSITION_BYTES + PREDICTION_BYTES * components);
    }

    /** Writes the table and then the segments that decoding needs. */
    static void write(
            JpegBitWriter to, TileTraversal traversal, HuffmanEncoder.Tiles tiles, byte[] data, byte[] headers) {
        var content = new JpegBitWriter(MAXIMUM);
        content.unsigned16(traversal.interval());
        content.unsigned16(traversal.columns());
        content.unsigned16(traversal.frame().mcuRows());
        int[] positions = tiles.positions();
        var crc = new CRC32C();
        for (int first = 0; first < traversal.tiles(); first += traversal.columns()) {
            int from = positions[first] >>> 3;
            crc.reset();
            crc.update(data, from, ((positions[first + traversal.columns()] + 7) >>> 3) - from);
            content.unsigned32((int) crc.getValue());
        }
        var before = new int[tiles.components()];
        for (int tile = 0; tile < traversal.tiles(); tile++) {
            content.varint(tile == 0 ? 0 : positions[tile] - positions[tile - 1]);
            for (int i = 0; i < before.length; i++) {
                int prediction = tiles.predictions()[tile * before.length + i];
                int difference = prediction - before[i];
                content.varint((difference << 1) ^ (difference >> 31));
                before[i] = prediction;
            }
        }
        content.varint(positions[traversal.tiles()] - positions[traversal.tiles() - 1]);
        write(to, content.toArray(), headers);
    }

    private static void write(JpegBitWriter to, byte[] content, byte[] headers) {
        var crc = new CRC32C();
        crc.update(content);
        crc.update(headers);
        to.unsigned16(0xff00 | JpegMarker.TILES);
        to.unsigned16(2 + TileTable.NAME.length + Integer.BYTES + content.length);
        to.copy(TileTable.NAME, 0, TileTable.NAME.length);
        to.unsigned32((int) crc.getValue());
        to.copy(content, 0, content.length);
        to.copy(headers, 0, headers.length);
    }
}
