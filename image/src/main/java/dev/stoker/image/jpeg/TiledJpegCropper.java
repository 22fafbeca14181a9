package dev.stoker.image.jpeg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Crops rectangles of tiles out of files that {@link TiledJpegRewriter} wrote, by copying bytes: the result is a JPEG with
 * the pixels of the whole image, except for one pixel at its new edges. The tile table is checked against the file before
 * anything is copied; a file without a table, or with a wrong one, is not cropped. For one thread, and reused for each image.
 */
public final class TiledJpegCropper {
    private final TiledJpeg source = new TiledJpeg();
    private int left;
    private int top;
    private int right;
    private int bottom;

    /** Reads the headers of a file; false where it cannot be cropped. */
    public boolean open(MemorySegment encoded) {
        return source.open(encoded);
    }

    /**
     * Chooses the tiles that cover a rectangle of pixels; returns the size of the cropped file, or 0 where it would be the
     * whole image or the table turns out to be wrong.
     */
    public int choose(int fromLeft, int fromTop, int width, int height) {
        int columns = source.columns;
        left = fromLeft / source.tileWidth;
        top = fromTop / source.tileHeight;
        right = Math.min(columns, Math.ceilDiv(fromLeft + width, source.tileWidth));
        bottom = Math.min(source.rows, Math.ceilDiv(fromTop + height, source.tileHeight));
        boolean all = left == 0 && top == 0 && right == columns && bottom == source.rows;
        if (all || left >= right || top >= bottom || !hasAllMarkers()) {
            return 0;
        }
        int size = headerBytes() + 2;
        for (int row = top; row < bottom; row++) {
            size += source.starts[row * columns + right] - source.starts[row * columns + left];
        }
        return size - 2; // no restart marker after the last tile
    }

    private int headerBytes() {
        return source.prefixEnd + source.data - source.headers;
    }

    /** Whether there are markers before and after each of the tiles, with the right numbers. */
    private boolean hasAllMarkers() {
        for (int row = top; row < bottom; row++) {
            for (int column = left; column <= right; column++) {
                int tile = row * source.columns + column;
                if (tile > 0 && !source.hasMarkerBefore(tile)) {
                    return false;
                }
            }
        }
        return true;
    }

    /** Writes the chosen tiles, as a file of the size that {@link #choose} returned. */
    public void write(MemorySegment to) {
        writeHeaders(to);
        int[] starts = source.starts;
        int at = headerBytes();
        int tiles = 0;
        for (int row = top; row < bottom; row++) {
            int first = row * source.columns + left;
            int last = row * source.columns + right;
            int bytes = starts[last] - starts[first] - 2;
            MemorySegment.copy(source.file, source.data + (long) starts[first], to, at, bytes);
            for (int tile = first + 1; tile < last; tile++) {
                restartMarker(to, at + starts[tile] - starts[first] - 2, tiles++);
            }
            at += bytes;
            if (row < bottom - 1) {
                restartMarker(to, at, tiles++);
                at += 2;
            }
        }
        unsigned16(to, at, 0xff00 | JpegMarker.END);
    }

    private void writeHeaders(MemorySegment to) {
        MemorySegment.copy(source.file, 0, to, 0, source.prefixEnd);
        MemorySegment.copy(source.file, source.headers, to, source.prefixEnd, source.data - source.headers);
        int frame = source.prefixEnd + source.frameSize - source.headers;
        unsigned16(to, frame, height());
        unsigned16(to, frame + 2, width());
    }

    private static void restartMarker(MemorySegment to, int at, int number) {
        unsigned16(to, at, 0xff00 | JpegMarker.FIRST_RESTART | (number & 7));
    }

    private static void unsigned16(MemorySegment to, int at, int value) {
        to.set(ValueLayout.JAVA_BYTE, at, (byte) (value >> 8));
        to.set(ValueLayout.JAVA_BYTE, at + 1L, (byte) value);
    }

    /** The position of the crop's first pixel in the whole image. */
    public int left() {
        return left * source.tileWidth;
    }

    public int top() {
        return top * source.tileHeight;
    }

    /** The size of the crop in pixels. */
    public int width() {
        return Math.min(source.width, right * source.tileWidth) - left();
    }

    public int height() {
        return Math.min(source.height, bottom * source.tileHeight) - top();
    }
}
