package dev.stoker.image.jpeg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * Crops rectangles of tiles out of files that {@link TiledJpegRewriter} wrote, by copying bits: the result is a JPEG with the
 * pixels of the whole image, except for one pixel at its new edges. A file without a tile table, or one that is not as it was
 * written, is not cropped. For one thread, and reused for each image.
 */
public final class TiledJpegCropper {
    private static final int END_BYTES = 2;

    private final TiledJpeg source = new TiledJpeg();
    private final TileRowCopier copier = new TileRowCopier(source);
    private final JpegBitWriter data = new JpegBitWriter(1 << 12);
    private int left;
    private int top;
    private int right;
    private int bottom;

    /** Reads the sizes of a file; false where it has no tiles. */
    public boolean open(MemorySegment encoded) {
        return source.open(encoded);
    }

    /**
     * Chooses the tiles that cover a rectangle of pixels; returns the size of the cropped file, or 0 where it would be the whole
     * image or where the data is not as it was written.
     */
    public int choose(int fromLeft, int fromTop, int width, int height) {
        var tiles = source.tiles;
        left = fromLeft / source.tileWidth();
        top = fromTop / source.mcuHeight;
        right = Math.min(tiles.columns, Math.ceilDiv(fromLeft + width, source.tileWidth()));
        bottom = Math.min(tiles.rows, Math.ceilDiv(fromTop + height, source.mcuHeight));
        boolean all = left == 0 && top == 0 && right == tiles.columns && bottom == tiles.rows;
        if (all || left >= right || top >= bottom || !source.readTables() || !isIntact() || !collect()) {
            return 0;
        }
        return headerBytes() + data.size() + END_BYTES;
    }

    private boolean isIntact() {
        for (int line = top; line < bottom; line++) {
            if (!source.tiles.isIntact(line, source.data)) {
                return false;
            }
        }
        return true;
    }

    private int headerBytes() {
        return source.prefixEnd + source.data - source.headers;
    }

    /** Writes the chosen tiles as a file. */
    public void write(MemorySegment to) {
        writeHeaders(to);
        data.copyTo(to, headerBytes());
        unsigned16(to, headerBytes() + data.size(), 0xff00 | JpegMarker.END);
    }

    /** False where somebody wrote data and checksums that belong to no image. */
    private boolean collect() {
        data.clear();
        try {
            for (int line = top; line < bottom; line++) {
                copier.append(line, left, right, line == top ? -1 : line - 1, data);
            }
        } catch (UnsupportedJpegException | IndexOutOfBoundsException _) {
            return false;
        }
        data.align();
        return true;
    }

    private void writeHeaders(MemorySegment to) {
        MemorySegment.copy(source.file, 0, to, 0, source.prefixEnd);
        MemorySegment.copy(source.file, source.headers, to, source.prefixEnd, source.data - source.headers);
        int frame = source.prefixEnd + source.frameSize - source.headers;
        unsigned16(to, frame, height());
        unsigned16(to, frame + 2, width());
    }

    private static void unsigned16(MemorySegment to, int at, int value) {
        to.set(ValueLayout.JAVA_BYTE, at, (byte) (value >> 8));
        to.set(ValueLayout.JAVA_BYTE, at + 1L, (byte) value);
    }

    /** The position of the crop's first pixel in the whole image. */
    public int left() {
        return left * source.tileWidth();
    }

    public int top() {
        return top * source.mcuHeight;
    }

    /** The size of the crop in pixels. */
    public int width() {
        return Math.min(source.width, right * source.tileWidth()) - left();
    }

    public int height() {
        return Math.min(source.height, bottom * source.mcuHeight) - top();
    }
}
