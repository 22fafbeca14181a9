package dev.stoker.image.jpeg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Cuts rectangles of tiles out of files that {@link TiledJpegRewriter} wrote, by copying bytes: the result is a JPEG of its own, whose pixels
 * are those of the whole, but for a pixel at edges that were none before. What the table of tiles says is checked against the
 * file before anything is copied; a file that is none of these, or lies, is not cut. For one thread, and used again for each image.
 */
public final class TiledJpegCropper {
    private MemorySegment file = MemorySegment.NULL;
    /** The end of JFIF's segment, which a cut begins with, or of the first marker. */
    private int beginning;
    /** What any cut needs lies from here to the data. */
    private int needed;

    private int data;
    private int frameSize;
    private int width;
    private int height;
    private int tileWidth;
    private int tileHeight;
    private int columns;
    private int lines;
    /** Where each tile begins, and behind the last where one more would. */
    private int[] starts = new int[0];

    private int left;
    private int top;
    private int right;
    private int bottom;

    /** Looks at a file; false where it cannot be cut. */
    public boolean open(MemorySegment encoded) {
        file = encoded;
        try {
            return encoded.byteSize() < Integer.MAX_VALUE && hasTable() && hasFrame();
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

    /** Behind the segment at this place. */
    private int behind(int segment) {
        return segment + 2 + unsigned16(segment + 2);
    }

    private boolean hasTable() {
        int at = 2;
        beginning = 2;
        if (unsigned16(at) == (0xff00 | JpegMarker.JFIF)) {
            at = behind(at);
            beginning = at;
        }
        while (unsigned8(at) == 0xff && mayStandBeforeTiles(unsigned8(at + 1))) {
            if (isTable(at)) {
                needed = behind(at);
                columns = unsigned16(at + 4 + TileTable.NAME.length + 2);
                lines = unsigned16(at + 4 + TileTable.NAME.length + 4);
                return readLengths(at + 4 + TileTable.FIXED);
            }
            at = behind(at);
        }
        return false;
    }

    private static boolean mayStandBeforeTiles(int marker) {
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

    /** Each tile but the last has a marker behind it; relative to the data, whose place is not known yet. */
    private boolean readLengths(int from) {
        int tiles = columns * lines;
        if (tiles == 0 || tiles > needed - from) {
            return false;
        }
        if (starts.length < tiles + 1) {
            starts = new int[tiles + 1];
        }
        int at = from;
        int start = 0;
        for (int tile = 0; tile < tiles; tile++) {
            starts[tile] = start;
            int length = 0;
            int shift = 0;
            int next;
            do {
                next = unsigned8(at++);
                length |= (next & 0x7f) << shift;
                shift += 7;
            } while (next >= 0x80 && shift < 28);
            start += length + 2;
            if (at > needed || start < starts[tile] || start > file.byteSize()) {
                return false;
            }
        }
        starts[tiles] = start;
        return at == needed;
    }

    /** Reads the segments that cuts need, up to the data, and whether the table fits to them. */
    private boolean hasFrame() {
        int interval = 0;
        int at = needed;
        frameSize = 0;
        while (unsigned8(at) == 0xff) {
            int marker = unsigned8(at + 1);
            if (marker == JpegMarker.BASELINE) {
                readFrame(at);
            } else if (marker == JpegMarker.RESTART_INTERVAL) {
                interval = unsigned16(at + 4);
            } else if (marker == JpegMarker.SCAN) {
                data = behind(at);
                return fits(interval);
            }
            at = behind(at);
        }
        return false;
    }

    private void readFrame(int at) {
        frameSize = at + 5;
        height = unsigned16(frameSize);
        width = unsigned16(frameSize + 2);
        int components = unsigned8(at + 9);
        int across = 1;
        int down = 1;
        for (int i = 0; i < components && components > 1; i++) {
            across = Math.max(across, unsigned8(at + 11 + 3 * i) >> 4);
            down = Math.max(down, unsigned8(at + 11 + 3 * i) & 15);
        }
        tileWidth = 8 * across;
        tileHeight = 8 * down;
    }

    private boolean fits(int interval) {
        if (frameSize == 0 || interval == 0) {
            return false;
        }
        boolean wholeTiles = Math.ceilDiv(width, tileWidth) == columns * interval;
        boolean allLines = Math.ceilDiv(height, tileHeight) == lines;
        tileWidth *= interval;
        return wholeTiles && allLines && data + (long) starts[columns * lines] <= file.byteSize();
    }

    /**
     * Chooses the tiles that show a rectangle of pixels; returns the size of the file that they make, or 0 where that would be the whole
     * image or the table turns out to be wrong.
     */
    public int choose(int fromLeft, int fromTop, int wide, int high) {
        left = fromLeft / tileWidth;
        top = fromTop / tileHeight;
        right = Math.min(columns, Math.ceilDiv(fromLeft + wide, tileWidth));
        bottom = Math.min(lines, Math.ceilDiv(fromTop + high, tileHeight));
        boolean all = left == 0 && top == 0 && right == columns && bottom == lines;
        if (all || left >= right || top >= bottom || !isTrue()) {
            return 0;
        }
        int size = beginning + data - needed + 2;
        for (int line = top; line < bottom; line++) {
            size += starts[line * columns + right] - starts[line * columns + left];
        }
        return size - 2; // no marker behind the last
    }

    /** Whether markers stand before and behind each of the tiles, with the numbers that they must have there. */
    private boolean isTrue() {
        for (int line = top; line < bottom; line++) {
            for (int column = left; column <= right; column++) {
                int tile = line * columns + column;
                if (tile > 0 && !isMarked(tile)) {
                    return false;
                }
            }
        }
        return true;
    }

    private boolean isMarked(int tile) {
        int expected = tile == columns * lines ? JpegMarker.END : JpegMarker.FIRST_RESTART + (tile - 1) % 8;
        return unsigned16(data + starts[tile] - 2) == (0xff00 | expected);
    }

    /** Writes what was chosen, as a file of the size that was said. */
    public void write(MemorySegment to) {
        MemorySegment.copy(file, 0, to, 0, beginning);
        MemorySegment.copy(file, needed, to, beginning, data - needed);
        int frame = beginning + frameSize - needed;
        unsigned16(to, frame, height());
        unsigned16(to, frame + 2, width());
        int at = beginning + data - needed;
        int tiles = 0;
        for (int line = top; line < bottom; line++) {
            int first = line * columns + left;
            int last = line * columns + right;
            int bytes = starts[last] - starts[first] - 2;
            MemorySegment.copy(file, data + (long) starts[first], to, at, bytes);
            for (int tile = first + 1; tile < last; tile++) {
                restart(to, at + starts[tile] - starts[first] - 2, tiles++);
            }
            at += bytes;
            if (line < bottom - 1) {
                restart(to, at, tiles++);
                at += 2;
            }
        }
        unsigned16(to, at, 0xff00 | JpegMarker.END);
    }

    private static void restart(MemorySegment to, int at, int number) {
        unsigned16(to, at, 0xff00 | JpegMarker.FIRST_RESTART | (number & 7));
    }

    private static void unsigned16(MemorySegment to, int at, int value) {
        to.set(ValueLayout.JAVA_BYTE, at, (byte) (value >> 8));
        to.set(ValueLayout.JAVA_BYTE, at + 1L, (byte) value);
    }

    /** Where in the whole image the first pixel of the cut stands. */
    public int left() {
        return left * tileWidth;
    }

    public int top() {
        return top * tileHeight;
    }

    /** The size of the cut in pixels. */
    public int width() {
        return Math.min(width, right * tileWidth) - left();
    }

    public int height() {
        return Math.min(height, bottom * tileHeight) - top();
    }
}
