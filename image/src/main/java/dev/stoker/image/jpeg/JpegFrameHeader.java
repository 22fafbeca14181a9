package dev.stoker.image.jpeg;

import java.util.ArrayList;
import java.util.List;

/**
 * The frame header: the size of the image and its components.
 *
 * @param content the position of its segment's content in the file
 * @param horizontalSampling the largest horizontal sampling factor: blocks of 8×8 per MCU
 * @param verticalSampling the largest vertical sampling factor
 */
record JpegFrameHeader(
        boolean progressive,
        int content,
        int width,
        int height,
        List<Component> components,
        int horizontalSampling,
        int verticalSampling) {
    /** Coefficients of more pixels than this are not held in memory. */
    private static final long MAXIMUM_PIXELS = 1 << 26;

    /**
     * One component.
     *
     * @param identifier its number in scans
     * @param horizontalSampling blocks per MCU, from left to right
     * @param verticalSampling blocks per MCU, from top to bottom
     * @param blockColumns blocks per row, including those that only complete MCUs
     * @param blockRows rows of blocks
     * @param codedColumns blocks per row in a scan of this component alone, which has no blocks outside the image
     * @param codedRows rows of them
     */
    record Component(
            int identifier,
            int horizontalSampling,
            int verticalSampling,
            int blockColumns,
            int blockRows,
            int codedColumns,
            int codedRows) {}

    static JpegFrameHeader read(byte[] bytes, int marker, int content, int length) {
        if (marker != JpegMarker.BASELINE && marker != JpegMarker.EXTENDED && marker != JpegMarker.PROGRESSIVE) {
            throw new UnsupportedJpegException(
                    "its coding is arithmetic, lossless or hierarchical (frame %02x)".formatted(marker));
        }
        int count = length >= 6 ? bytes[content + 5] & 0xff : 0;
        if (count < 1 || count > 4 || length != 6 + 3 * count) {
            throw new UnsupportedJpegException("its frame header is corrupt");
        }
        if (bytes[content] != 8) {
            throw new UnsupportedJpegException("it has %d bits per sample".formatted(bytes[content]));
        }
        int height = unsigned16(bytes, content + 1);
        int width = unsigned16(bytes, content + 3);
        if (width == 0 || height == 0) {
            throw new UnsupportedJpegException("its frame header has no size");
        }
        if ((long) width * height > MAXIMUM_PIXELS) {
            throw new UnsupportedJpegException("it has more than %,d pixels".formatted(MAXIMUM_PIXELS));
        }
        return of(bytes, marker, content, width, height, count);
    }

    private static JpegFrameHeader of(byte[] bytes, int marker, int content, int width, int height, int count) {
        int across = 1;
        int down = 1;
        for (int i = 0; i < count; i++) {
            int sampling = bytes[content + 7 + 3 * i] & 0xff;
            if (sampling >> 4 < 1 || sampling >> 4 > 4 || (sampling & 15) < 1 || (sampling & 15) > 4) {
                throw new UnsupportedJpegException("its frame header is corrupt");
            }
            across = Math.max(across, sampling >> 4);
            down = Math.max(down, sampling & 15);
        }
        var components = new ArrayList<Component>();
        for (int i = 0; i < count; i++) {
            int sampling = bytes[content + 7 + 3 * i] & 0xff;
            // A single component is coded block by block, regardless of its sampling factors.
            int horizontal = count == 1 ? 1 : sampling >> 4;
            int vertical = count == 1 ? 1 : sampling & 15;
            int maxHorizontal = count == 1 ? 1 : across;
            int maxVertical = count == 1 ? 1 : down;
            components.add(new Component(
                    bytes[content + 6 + 3 * i] & 0xff,
                    horizontal,
                    vertical,
                    horizontal * Math.ceilDiv(width, 8 * maxHorizontal),
                    vertical * Math.ceilDiv(height, 8 * maxVertical),
                    Math.ceilDiv(Math.ceilDiv(width * horizontal, maxHorizontal), 8),
                    Math.ceilDiv(Math.ceilDiv(height * vertical, maxVertical), 8)));
        }
        boolean single = count == 1;
        return new JpegFrameHeader(
                marker == JpegMarker.PROGRESSIVE,
                content,
                width,
                height,
                components,
                single ? 1 : across,
                single ? 1 : down);
    }

    static int unsigned16(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }

    /** MCUs per row. */
    int mcuColumns() {
        return Math.ceilDiv(width, 8 * horizontalSampling);
    }

    /** Rows of MCUs. */
    int mcuRows() {
        return Math.ceilDiv(height, 8 * verticalSampling);
    }

    int blocksPerMcu() {
        return components.stream()
                .mapToInt(each -> each.horizontalSampling * each.verticalSampling)
                .sum();
    }
}
