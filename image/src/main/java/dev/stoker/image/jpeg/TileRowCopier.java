package dev.stoker.image.jpeg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/**
 * Copies tiles of a row to where other blocks precede them. DC coefficients are coded as differences from those of the block
 * before, so the first one of each component gets another code; all other bits stay. Reused for each image.
 */
final class TileRowCopier {
    /** Zeros after the data, so that a last byte of ones is read as data. */
    private static final int SLACK = 16;

    private final TiledJpeg source;
    private final int[] changes;
    private byte[] row = {};

    TileRowCopier(TiledJpeg source) {
        this.source = source;
        changes = new int[source.blocks.length];
    }

    /**
     * Appends the tiles from {@code left} up to {@code right}.
     *
     * @param before the row whose tile before {@code right} precedes these, or a negative number where none does
     */
    void append(int line, int left, int right, int before, JpegBitWriter to) {
        var tiles = source.tiles;
        int first = tiles.position(line, left);
        int last = tiles.position(line, right);
        int from = first >>> 3;
        int size = ((last + 7) >>> 3) - from;
        load(from, size);
        var bits = new JpegBitReader(row, 0, false);
        bits.number(first & 7);
        if (findChanges(line, left, right, before)) {
            appendFirstMcu(bits, to);
        }
        bits.copyRest(size, -last & 7, to);
    }

    private void load(int from, int size) {
        if (row.length < size + SLACK) {
            row = new byte[2 * size + SLACK];
        }
        MemorySegment.copy(source.file, ValueLayout.JAVA_BYTE, source.data + (long) from, row, 0, size);
        Arrays.fill(row, size, size + SLACK, (byte) 0);
    }

    /** How much more than in the file the first DC coefficients differ from those before them; false where they do not. */
    private boolean findChanges(int line, int left, int right, int before) {
        boolean any = false;
        for (int i = 0; i < source.components; i++) {
            int value = before < 0 ? 0 : source.tiles.prediction(before, right, i);
            changes[i] = source.tiles.prediction(line, left, i) - value;
            any |= changes[i] != 0;
        }
        return any;
    }

    /** Up to the last code that is another one. */
    private void appendFirstMcu(JpegBitReader bits, JpegBitWriter to) {
        for (int i = 0; i < source.components; i++) {
            var dc = source.dcTables[i];
            appendDc(dc, bits.value(bits.symbol(dc)) + changes[i], to);
            if (i < source.components - 1) {
                bits.copyAc(source.acTables[i], to);
                for (int block = 1; block < source.blocks[i]; block++) {
                    bits.copySymbol(dc, to);
                    bits.copyAc(source.acTables[i], to);
                }
            }
        }
    }

    private static void appendDc(HuffmanDecoder table, int difference, JpegBitWriter to) {
        int size = Magnitude.size(difference);
        int code = table.codeOf(size);
        to.bits(code & 0xffff, code >>> 16);
        to.bits(Magnitude.bits(difference, size), size);
    }
}
