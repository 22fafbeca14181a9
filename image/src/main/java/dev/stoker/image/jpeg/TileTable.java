package dev.stoker.image.jpeg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;

/**
 * Where tiles start, in an application segment that decoders skip:
 *
 * <ul>
 *   <li>a name;
 *   <li>a checksum (CRC-32C) of all that follows it up to the data, which is the rest of this table and what decoding needs:
 *       quantization and Huffman tables, the frame, the scan;
 *   <li>the MCUs per tile, the tiles per row and the number of rows, 16 bits each;
 *   <li>for each row a checksum of its data;
 *   <li>for each tile the position of its first bit in the data and, for each component, the DC coefficient that the first one in
 *       the tile is coded relative to, both as differences from the tile before; at last the end of the data.
 * </ul>
 *
 * <p>Numbers are varints: seven bits per byte, the lowest first, the highest bit set on all but the last; with their sign in
 * the lowest bit if they can be negative. For one thread, and reused for each image.
 */
final class TileTable {
    static final byte[] NAME = "Stoker tiles 2\0".getBytes(StandardCharsets.US_ASCII);
    /** MCUs per tile, tiles per row and rows. */
    static final int SIZES = 3 * Short.BYTES;

    private static final byte[] ANY_VERSION = "Stoker tiles ".getBytes(StandardCharsets.US_ASCII);
    /** Marker, size, name and checksum. */
    private static final int BEFORE_CHECKED = 4 + NAME.length + Integer.BYTES;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED.withOrder(ByteOrder.BIG_ENDIAN);

    private final CRC32C crc = new CRC32C();
    private MemorySegment file = MemorySegment.NULL;
    private int checked;
    private int end;
    private byte[] content = {};
    private int at;
    private int components;

    int interval;
    int columns;
    int rows;

    /** The first bit of each tile, counted from the start of the data, and after the last tile the end. */
    private int[] positions = {};

    /** For each tile the DC coefficient before it, of each component. */
    private int[] predictions = {};

    /** Whether the segment between these positions is such a table, of any version. */
    static boolean isOne(byte[] bytes, int from, int to) {
        return starts(MemorySegment.ofArray(bytes), from, to, ANY_VERSION);
    }

    /** Finds the table in the segment between these positions; false where the segment is something else. */
    boolean find(MemorySegment in, int from, int to) {
        file = in;
        checked = from + BEFORE_CHECKED;
        end = to;
        return to - from >= BEFORE_CHECKED + SIZES && starts(in, from, to, NAME);
    }

    private static boolean starts(MemorySegment in, int from, int to, byte[] name) {
        if (to - from < 4 + name.length || (in.get(ValueLayout.JAVA_BYTE, from + 1L) & 0xff) != JpegMarker.TILES) {
            return false;
        }
        for (int i = 0; i < name.length; i++) {
            if (in.get(ValueLayout.JAVA_BYTE, from + 4L + i) != name[i]) {
                return false;
            }
        }
        return true;
    }

    /** Reads the sizes of the table that was found. */
    void readSizes() {
        load();
        interval = unsigned16();
        columns = unsigned16();
        rows = unsigned16();
    }

    /** Reads the rest, for an image with so many components and data from here; false where it is damaged. */
    boolean readTiles(int componentCount, int data) {
        components = componentCount;
        at = SIZES;
        long tiles = (long) columns * rows;
        return tiles > 0
                && (long) Integer.BYTES * rows + tiles * (1 + components) < end - checked - SIZES
                && checksum(checked, data) == file.get(INT, checked - (long) Integer.BYTES)
                && readTiles((int) tiles);
    }

    private void load() {
        if (content.length < end - checked) {
            content = new byte[2 * (end - checked)];
        }
        MemorySegment.copy(file, ValueLayout.JAVA_BYTE, checked, content, 0, end - checked);
        at = 0;
    }

    private boolean readTiles(int tiles) {
        if (positions.length < tiles + 1) {
            positions = new int[tiles + 1];
        }
        if (predictions.length < tiles * components) {
            predictions = new int[tiles * components];
        }
        at += Integer.BYTES * rows;
        int position = 0;
        for (int tile = 0; tile < tiles; tile++) {
            int bits = varint();
            position += bits;
            if (position < bits) {
                return false;
            }
            positions[tile] = position;
            for (int i = tile * components; i < (tile + 1) * components; i++) {
                int value = varint();
                predictions[i] = (tile == 0 ? 0 : predictions[i - components]) + ((value >>> 1) ^ -(value & 1));
            }
        }
        positions[tiles] = position + varint();
        return positions[tiles] >= position
                && positions[tiles] / 8 < TileTableWriter.MAXIMUM_DATA
                && at == end - checked;
    }

    private int varint() {
        int value = 0;
        for (int shift = 0; shift < 28; shift += 7) {
            int next = content[at++];
            value |= (next & 0x7f) << shift;
            if (next >= 0) {
                break;
            }
        }
        return value;
    }

    private int unsigned16() {
        int value = (content[at] & 0xff) << 8 | (content[at + 1] & 0xff);
        at += 2;
        return value;
    }

    private int checksum(int from, int to) {
        crc.reset();
        crc.update(file.asSlice(from, to - (long) from).asByteBuffer());
        return (int) crc.getValue();
    }

    /** Whether the data of a row is what it was when the table was written. */
    boolean isIntact(int row, int data) {
        int from = data + (position(row, 0) >>> 3);
        int to = data + ((position(row, columns) + 7) >>> 3);
        return checksum(from, to) == file.get(INT, checked + SIZES + (long) Integer.BYTES * row);
    }

    /** Bytes of data. */
    int dataBytes() {
        return (positions[columns * rows] + 7) >>> 3;
    }

    /** The first bit of a tile, counted from the start of the data; the tile after the last of a row is the first of the next. */
    int position(int row, int column) {
        return positions[row * columns + column];
    }

    /** The DC coefficient before a tile. */
    int prediction(int row, int column, int component) {
        return predictions[(row * columns + column) * components + component];
    }
}
