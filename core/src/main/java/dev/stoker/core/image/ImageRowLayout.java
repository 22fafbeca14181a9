package dev.stoker.core.image;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * How rows are laid out that bring one image each to a device: {@link AugmentationParameters}, which say what becomes of it; a short
 * header; and a payload, either the bytes of a file, which the device decodes, or pixels in red, green and blue, line by line.
 * Rows are equally long. On the device each image gets a cell, in whose upper left corner it lies.
 *
 * @param payload the most bytes that an image may have on its way
 * @param cellHeight the most lines that it may have
 * @param cellWidth the most columns
 */
public record ImageRowLayout(int payload, int cellHeight, int cellWidth) {
    public static final int CHANNELS = 3;

    /** Nobody means more; and a batch of such rows is still counted in 63 bits. */
    private static final int LARGEST = 1 << 30;

    private static final int KIND = AugmentationParameters.BYTES;
    private static final int LENGTH = KIND + 4;
    private static final int HEIGHT = KIND + 8;
    private static final int WIDTH = KIND + 12;
    private static final int SAMPLE = KIND + 16;
    private static final int PAYLOAD = KIND + 32;
    private static final int ALIGNMENT = 64;

    /** Not 0, which is what memory holds that nobody wrote. */
    private static final int ENCODED = 1;

    private static final int PIXELS = 2;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    public ImageRowLayout {
        if (payload < 1 || payload > LARGEST) {
            throw new IllegalArgumentException(
                    "the payload of a row takes 1 to %,d bytes, got %,d".formatted(LARGEST, payload));
        }
        if (cellHeight < 1 || cellWidth < 1 || (long) cellHeight * cellWidth * CHANNELS > LARGEST) {
            throw new IllegalArgumentException(
                    "a cell takes 1 to %,d bytes, got %d×%d pixels".formatted(LARGEST, cellHeight, cellWidth));
        }
    }

    /**
     * What a row holds.
     *
     * @param encoded whether the payload is a file, else it is pixels
     * @param sample the number of the image where it comes from, for messages
     * @param payload as many bytes as the row says, all of them in the row
     */
    public record Content(boolean encoded, int height, int width, long sample, MemorySegment payload) {
        /** Bytes of its pixels. */
        public long pixelBytes() {
            return (long) height * width * CHANNELS;
        }
    }

    /** Bytes of a row. */
    public int bytes() {
        return Math.ceilDiv(PAYLOAD + payload, ALIGNMENT) * ALIGNMENT;
    }

    /** Bytes of a cell. */
    public int cellBytes() {
        return cellHeight * cellWidth * CHANNELS;
    }

    /** Bytes of a line of a cell. */
    public int cellPitch() {
        return cellWidth * CHANNELS;
    }

    /** Whether an image of this size has room in a cell. */
    public boolean isWithinCell(int height, int width) {
        return height >= 1 && width >= 1 && height <= cellHeight && width <= cellWidth;
    }

    /** Whether so many bytes have room in a row. */
    public boolean isWithinRow(long length) {
        return length >= 1 && length <= payload;
    }

    /** One of the rows of a batch. */
    public MemorySegment row(MemorySegment rows, int index) {
        return rows.asSlice((long) index * bytes(), bytes());
    }

    /** Where the parameters of a row lie. */
    public static MemorySegment parameters(MemorySegment row) {
        return row.asSlice(0, AugmentationParameters.BYTES);
    }

    /** Writes an image as the bytes of its file; the parameters stay as they are. */
    public void putEncoded(MemorySegment row, long sample, int height, int width, MemorySegment file) {
        beginEncoded(row, sample, height, width, file.byteSize()).copyFrom(file);
    }

    /** Writes the header of an image in a file and returns where that goes; the parameters stay as they are. */
    public MemorySegment beginEncoded(MemorySegment row, long sample, int height, int width, long length) {
        return begin(row, ENCODED, sample, height, width, length);
    }

    /** Writes the header of an image in pixels and returns where they go; the parameters stay as they are. */
    public MemorySegment beginPixels(MemorySegment row, long sample, int height, int width) {
        return begin(row, PIXELS, sample, height, width, (long) height * width * CHANNELS);
    }

    private MemorySegment begin(MemorySegment row, int kind, long sample, int height, int width, long length) {
        if (!isWithinCell(height, width) || !isWithinRow(length)) {
            throw new IllegalArgumentException("an image of %d×%d pixels in %,d bytes does not fit into %s"
                    .formatted(height, width, length, this));
        }
        row.set(INT, KIND, kind);
        row.set(INT, LENGTH, (int) length);
        row.set(INT, HEIGHT, height);
        row.set(INT, WIDTH, width);
        row.set(LONG, SAMPLE, sample);
        return row.asSlice(PAYLOAD, length);
    }

    /** What a row holds; one that lies about its size is refused, since native code will be told to believe it. */
    public Content read(MemorySegment row) {
        int kind = row.get(INT, KIND);
        int length = row.get(INT, LENGTH);
        int height = row.get(INT, HEIGHT);
        int width = row.get(INT, WIDTH);
        long sample = row.get(LONG, SAMPLE);
        boolean known = kind == ENCODED || kind == PIXELS;
        if (!known || !isWithinCell(height, width) || !isWithinRow(length)) {
            throw new IllegalArgumentException(
                    "the row of sample %d says kind %d, %d×%d pixels and %,d bytes, which no row of %s can hold"
                            .formatted(sample, kind, height, width, length, this));
        }
        var content = new Content(kind == ENCODED, height, width, sample, row.asSlice(PAYLOAD, length));
        if (kind == PIXELS && length != content.pixelBytes()) {
            throw new IllegalArgumentException("the row of sample %d says %d×%d pixels and %,d bytes, but they have %,d"
                    .formatted(sample, height, width, length, content.pixelBytes()));
        }
        return content;
    }
}
