package dev.stoker.image.jpeg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The layout of a file that {@link TiledJpegRewriter} wrote, read from its tile table and headers. What the table says is
 * checked against the file. For one thread, and reused for each image.
 */
final class TiledJpeg {
    MemorySegment file = MemorySegment.NULL;

    /** The end of the JFIF segment, which a crop starts with, or of the first marker. */
    int prefixEnd;

    /** The segments that every crop needs start here and end at the data. */
    int headers;

    int data;
    /** The position of height and width in the frame header. */
    int frameSize;

    int width;
    int height;
    int tileWidth;
    int tileHeight;
    int columns;
    int rows;

    /** The start of each tile, relative to the data, and after the last that of a further one. */
    int[] starts = new int[0];

    /** Reads a file; false where it has no tiles or its table does not match. */
    boolean open(MemorySegment encoded) {
        file = encoded;
        try {
            return encoded.byteSize() < Integer.MAX_VALUE && readTable() && readHeaders();
        } catch (IndexOutOfBoundsException _) {
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

    private boolean readTable() {
        int at = 2;
        prefixEnd = 2;
        if (unsigned16(at) == (0xff00 | JpegMarker.JFIF)) {
            at = segmentEnd(at);
            prefixEnd = at;
        }
        while (unsigned8(at) == 0xff && mayPrecedeTable(unsigned8(at + 1))) {
            if (isTable(at)) {
                headers = segmentEnd(at);
                columns = unsigned16(at + 4 + TileTable.NAME.length + 2);
                rows = unsigned16(at + 4 + TileTable.NAME.length + 4);
                return readSizes(at + 4 + TileTable.FIXED);
            }
            at = segmentEnd(at);
        }
        return false;
    }

    private static boolean mayPrecedeTable(int marker) {
        return JpegMarker.isApplication(marker) || marker == JpegMarker.COMMENT;
    }

    private boolean isTable(int at) {
        if (unsigned8(at + 1) != JpegMarker.TILES || unsigned16(at + 2) < 2 + TileTable.FIXED) {
            return false;
        }
        for (int i = 0; i < TileTable.NAME.length; i++) {
            if (unsigned8(at + 4 + i) != TileTable.NAME[i]) {
                return false;
            }
        }
        return true;
    }

    /** Each tile but the last is followed by a marker. */
    private boolean readSizes(int from) {
        int tiles = columns * rows;
        if (tiles == 0 || tiles > headers - from) {
            return false;
        }
        if (starts.length < tiles + 1) {
            starts = new int[tiles + 1];
        }
        int at = from;
        int start = 0;
        for (int tile = 0; tile < tiles; tile++) {
            starts[tile] = start;
            int size = 0;
            int shift = 0;
            int next;
            do {
                next = unsigned8(at++);
                size |= (next & 0x7f) << shift;
                shift += 7;
            } while (next >= 0x80 && shift < 28);
            start += size + 2;
            if (at > headers || start < starts[tile] || start > file.byteSize()) {
                return false;
            }
        }
        starts[tiles] = start;
        return at == headers;
    }

    /** Reads the segments up to the data, and checks that the table matches them. */
    private boolean readHeaders() {
        int interval = 0;
        int at = headers;
        frameSize = 0;
        while (unsigned8(at) == 0xff) {
            int marker = unsigned8(at + 1);
            if (marker == JpegMarker.BASELINE) {
                readFrame(at);
            } else if (marker == JpegMarker.RESTART_INTERVAL) {
                interval = unsigned16(at + 4);
            } else if (marker == JpegMarker.SCAN) {
                data = segmentEnd(at);
                return matches(interval);
            }
            at = segmentEnd(at);
        }
        return false;
    }

    private void readFrame(int at) {
        frameSize = at + 5;
        height = unsigned16(frameSize);
        width = unsigned16(frameSize + 2);
        int components = unsigned8(at + 9);
        int horizontal = 1;
        int vertical = 1;
        for (int i = 0; i < components && components > 1; i++) {
            horizontal = Math.max(horizontal, unsigned8(at + 11 + 3 * i) >> 4);
            vertical = Math.max(vertical, unsigned8(at + 11 + 3 * i) & 15);
        }
        tileWidth = 8 * horizontal;
        tileHeight = 8 * vertical;
    }

    private boolean matches(int interval) {
        if (frameSize == 0 || interval == 0) {
            return false;
        }
        boolean allColumns = Math.ceilDiv(width, tileWidth) == columns * interval;
        boolean allRows = Math.ceilDiv(height, tileHeight) == rows;
        tileWidth *= interval;
        return allColumns && allRows && data + (long) starts[columns * rows] <= file.byteSize();
    }

    /** Whether the marker before this tile, or after the last one, is where the table says and has the right number. */
    boolean hasMarkerBefore(int tile) {
        int expected = tile == columns * rows ? JpegMarker.END : JpegMarker.FIRST_RESTART + (tile - 1) % 8;
        return unsigned16(data + starts[tile] - 2) == (0xff00 | expected);
    }
}
