package dev.stoker.image.jpeg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The layout of a file that {@link TiledJpegRewriter} wrote. It is read in two steps, since many images turn out to be needed as
 * a whole: first the sizes, and then the tile table and the Huffman tables, which have to be as they were written. For one
 * thread, and reused for each image.
 */
final class TiledJpeg {
    private static final int MAXIMUM_COMPONENTS = 4;
    private static final int MAXIMUM_BLOCKS_PER_MCU = 10;

    final TileTable tiles = new TileTable();
    MemorySegment file = MemorySegment.NULL;

    /** The end of the JFIF segment, which a crop starts with, or of the first marker. */
    int prefixEnd;

    /** The segments that every crop needs start here and end with the scan, at the data. */
    int headers;

    private int scan;
    int data;
    /** The position of height and width in the frame header. */
    int frameSize;

    int width;
    int height;
    int mcuWidth;
    int mcuHeight;
    int components;

    /** Blocks of each component in an MCU. */
    final int[] blocks = new int[MAXIMUM_COMPONENTS];

    /** The tables of each component. */
    final HuffmanDecoder[] dcTables = new HuffmanDecoder[MAXIMUM_COMPONENTS];

    final HuffmanDecoder[] acTables = new HuffmanDecoder[MAXIMUM_COMPONENTS];

    /** Reads the sizes of a file; false where it has no tiles. */
    boolean open(MemorySegment encoded) {
        file = encoded;
        try {
            if (encoded.byteSize() >= Integer.MAX_VALUE || !findTable() || !readHeaders()) {
                return false;
            }
            tiles.readSizes();
            return matches();
        } catch (IndexOutOfBoundsException _) {
            return false;
        }
    }

    /** Reads the tables; false where they or the headers are not as they were written. */
    boolean readTables() {
        try {
            if (!tiles.readTiles(components, data) || data + (long) tiles.dataBytes() > file.byteSize()) {
                return false;
            }
            readHuffmanTables();
            return true;
        } catch (IndexOutOfBoundsException | UnsupportedJpegException _) {
            return false;
        }
    }

    private int unsigned8(int at) {
        return file.get(ValueLayout.JAVA_BYTE, at) & 0xff;
    }

    private int unsigned16(int at) {
        return unsigned8(at) << 8 | unsigned8(at + 1);
    }

    private int segmentEnd(int segment) {
        return segment + 2 + unsigned16(segment + 2);
    }

    private boolean findTable() {
        int at = 2;
        prefixEnd = 2;
        if (unsigned16(at) == (0xff00 | JpegMarker.JFIF)) {
            at = segmentEnd(at);
            prefixEnd = at;
        }
        while (unsigned8(at) == 0xff && mayPrecedeTable(unsigned8(at + 1))) {
            headers = segmentEnd(at);
            if (tiles.find(file, at, headers)) {
                return true;
            }
            at = headers;
        }
        return false;
    }

    private static boolean mayPrecedeTable(int marker) {
        return JpegMarker.isApplication(marker) || marker == JpegMarker.COMMENT;
    }

    /** Reads the segments up to the data. */
    private boolean readHeaders() {
        components = 0;
        for (int at = headers; unsigned8(at) == 0xff; at = segmentEnd(at)) {
            switch (unsigned8(at + 1)) {
                case JpegMarker.BASELINE -> readFrame(at);
                case JpegMarker.RESTART_INTERVAL -> {
                    return false;
                }
                case JpegMarker.SCAN -> {
                    scan = at;
                    data = segmentEnd(at);
                    return components > 0 && unsigned8(at + 4) == components;
                }
                default -> {}
            }
        }
        return false;
    }

    /** The components are in the order of the frame. */
    private void readHuffmanTables() {
        var tables = new HuffmanTables();
        for (int at = headers; at < scan; at = segmentEnd(at)) {
            if (unsigned8(at + 1) == JpegMarker.HUFFMAN_TABLES) {
                tables.read(file.asSlice(at + 4L, segmentEnd(at) - (at + 4L)).toArray(ValueLayout.JAVA_BYTE));
            }
        }
        for (int i = 0; i < components; i++) {
            int numbers = unsigned8(scan + 6 + 2 * i);
            dcTables[i] = tables.dc(numbers >> 4);
            acTables[i] = tables.ac(numbers & 15);
        }
    }

    private void readFrame(int at) {
        frameSize = at + 5;
        height = unsigned16(frameSize);
        width = unsigned16(frameSize + 2);
        components = Math.min(unsigned8(at + 9), MAXIMUM_COMPONENTS);
        int horizontal = 1;
        int vertical = 1;
        for (int i = 0; i < components; i++) {
            int sampling = components == 1 ? 0x11 : unsigned8(at + 11 + 3 * i);
            blocks[i] = (sampling >> 4) * (sampling & 15);
            horizontal = Math.max(horizontal, sampling >> 4);
            vertical = Math.max(vertical, sampling & 15);
        }
        mcuWidth = 8 * horizontal;
        mcuHeight = 8 * vertical;
    }

    private boolean matches() {
        int blocksPerMcu = 0;
        for (int i = 0; i < components; i++) {
            blocksPerMcu += blocks[i];
        }
        return blocksPerMcu <= MAXIMUM_BLOCKS_PER_MCU
                && tiles.interval > 0
                && Math.ceilDiv(Math.ceilDiv(width, mcuWidth), tiles.interval) == tiles.columns
                && Math.ceilDiv(height, mcuHeight) == tiles.rows;
    }

    int tileWidth() {
        return mcuWidth * tiles.interval;
    }
}
