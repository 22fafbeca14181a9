package dev.stoker.core.image;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The layout of rows that hold one image each for a device: {@link AugmentationParameters}, a short header, and a payload,
 * which is either an encoded file or pixels in red, green and blue, line by line. All rows have the same length. On the device
 * each image is decoded into the upper left corner of a cell.
 *
 * @param payload maximum bytes of an encoded image, or of its pixels
 * @param cellHeight maximum height of an image in pixels
 * @param cellWidth maximum width
 */
public record ImageRowLayout(int payload, int cellHeight, int cellWidth) {
    public static final int CHANNELS = 3;

    /** Beyond any sensible size; a batch of such rows is still counted in 63 bits. */
    private static final int LARGEST = 1 << 30;

    private static final int KIND = AugmentationParameters.BYTES;
    private static final int LENGTH = KIND + 4;
    private static final int HEIGHT = KIND + 8;
    private static final int WIDTH = KIND + 12;
    private static final int SAMPLE = KIND + 16;
    private static final int PAYLOAD = KIND + 32;
    private static final int ALIGNMENT = 64;

    /** Not 0, which is what unwritten memory holds. */
    private static final int ENCODED = 1;

    private static final int PIXELS = 2;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT_UNALIGNED;
    private static final ValueLayout.OfLong LONG = ValueLayout.JAVA_LONG_UNALIGNED;

    public ImageRowLayout {
        if (payload < 1 || payload > LARGEST) {
            throw new IllegalArgumentException(
                    "the payload of a row must be 1 to %,d bytes, got %,d".formatted(LARGEST, payload));
        }
        if (cellHeight < 1 || cellWidth < 1 || (long) cellHeight * cellWidth * CHANNELS > LARGEST) {
            throw new IllegalArgumentException(
                    "a cell must be 1 to %,d bytes, got %d×%d pixels".formatted(LARGEST, cellHeight, cellWidth));
        }
    }

    /**
     * What a row holds.
     *
     * @param encoded whether the payload is an encoded file; otherwise it is pixels
     * @param sample the index of the image in its dataset, for messages
     * @param payload a slice of the row, of the length that its header states
     */
    public record ImageRow(boolean encoded, int height, int width, long sample, MemorySegment payload) {
        /** Bytes of its decoded pixels. */
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

    /** Whether an image of this size fits into a cell. */
    public boolean isWithinCell(int height, int width) {
        return height >= 1 && width >= 1 && height <= cellHeight && width <= cellWidth;
    }

    /** Whether a payload of this length fits into a row. */
    public boolean isWithinRow(long length) {
        return length >= 1 && length <= payload;
    }

    /** One of the rows of a batch. */
    public MemorySegment row(MemorySegment rows, int index) {
        return rows.asSlice((long) index * bytes(), bytes());
    }

    /** The part of a row that holds its parameters. */
    public static MemorySegment parameters(MemorySegment row) {
        return row.asSlice(0, AugmentationParameters.BYTES);
    }

    /** Writes an encoded image; the parameters are not touched. */
    public void putEncoded(MemorySegment row, long sample, int height, int width, MemorySegment file) {
        beginEncoded(row, sample, height, width, file.byteSize()).copyFrom(file);
    }

    /** Writes the header of an encoded image and returns the memory for its bytes; the parameters are not touched. */
    public MemorySegment beginEncoded(MemorySegment row, long sample, int height, int width, long length) {
        return begin(row, ENCODED, sample, height, width, length);
    }

    /** Writes the header of an image in pixels and returns the memory for them; the parameters are not touched. */
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

    /** What a row holds. A header that contradicts the layout is refused, since native code relies on it. */
    public ImageRow read(MemorySegment row) {
        int kind = row.get(INT, KIND);
        int length = row.get(INT, LENGTH);
        int height = row.get(INT, HEIGHT);
        int width = row.get(INT, WIDTH);
        long sample = row.get(LONG, SAMPLE);
        boolean known = kind == ENCODED || kind == PIXELS;
        if (!known || !isWithinCell(height, width) || !isWithinRow(length)) {
            throw new IllegalArgumentException(
                    "the header of sample %d states kind %d, %d×%d pixels and %,d bytes, which does not fit %s"
                            .formatted(sample, kind, height, width, length, this));
        }
        var image = new ImageRow(kind == ENCODED, height, width, sample, row.asSlice(PAYLOAD, length));
        if (kind == PIXELS && length != image.pixelBytes()) {
            throw new IllegalArgumentException(
                    "the header of sample %d states %d×%d pixels and %,d bytes, but such an image has %,d"
                            .formatted(sample, height, width, length, image.pixelBytes()));
        }
        return image;
    }
}
