package dev.stoker.image.jpeg;

import java.util.ArrayList;
import java.util.List;

/**
 * The frame header: how large the image is and what it is made of.
 *
 * @param content where the content of its segment lies in the file
 * @param across blocks of 8 by 8 that the widest component has in an MCU
 * @param down likewise for the highest
 */
record JpegFrameHeader(
        boolean progressive, int content, int width, int height, List<Component> components, int across, int down) {
    /** Coefficients of more pixels than this are not held in memory. */
    private static final long MAXIMUM_PIXELS = 1 << 26;

    /**
     * @param identifier its number in scans
     * @param across blocks in an MCU, from left to right
     * @param down and from top to bottom
     * @param wide blocks in a line of the image, those included that only fill up MCUs
     * @param high lines of them
     * @param shownWide blocks in a line that show something, which is what a scan of this component alone has
     * @param shownHigh lines of them
     */
    record Component(int identifier, int across, int down, int wide, int high, int shownWide, int shownHigh) {}

    static JpegFrameHeader read(byte[] bytes, int marker, int content, int length) {
        if (marker != JpegMarker.BASELINE && marker != JpegMarker.EXTENDED && marker != JpegMarker.PROGRESSIVE) {
            throw new UnsupportedJpegException(
                    "it is coded arithmetically, without loss or in layers (frame %02x)".formatted(marker));
        }
        int count = length >= 6 ? bytes[content + 5] & 0xff : 0;
        if (count < 1 || count > 4 || length != 6 + 3 * count) {
            throw new UnsupportedJpegException("its frame header is damaged");
        }
        if (bytes[content] != 8) {
            throw new UnsupportedJpegException("it has %d bits per sample".formatted(bytes[content]));
        }
        int height = unsigned16(bytes, content + 1);
        int width = unsigned16(bytes, content + 3);
        if (width == 0 || height == 0) {
            throw new UnsupportedJpegException("it does not say how large it is");
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
                throw new UnsupportedJpegException("its frame header is damaged");
            }
            across = Math.max(across, sampling >> 4);
            down = Math.max(down, sampling & 15);
        }
        var components = new ArrayList<Component>();
        for (int i = 0; i < count; i++) {
            int sampling = bytes[content + 7 + 3 * i] & 0xff;
            // The only component of an image is coded block by block, whatever its sampling says.
            int ownAcross = count == 1 ? 1 : sampling >> 4;
            int ownDown = count == 1 ? 1 : sampling & 15;
            int widest = count == 1 ? 1 : across;
            int highest = count == 1 ? 1 : down;
            components.add(new Component(
                    bytes[content + 6 + 3 * i] & 0xff,
                    ownAcross,
                    ownDown,
                    ownAcross * Math.ceilDiv(width, 8 * widest),
                    ownDown * Math.ceilDiv(height, 8 * highest),
                    Math.ceilDiv(Math.ceilDiv(width * ownAcross, widest), 8),
                    Math.ceilDiv(Math.ceilDiv(height * ownDown, highest), 8)));
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

    /** MCUs in a line. */
    int wide() {
        return Math.ceilDiv(width, 8 * across);
    }

    /** Lines of MCUs. */
    int high() {
        return Math.ceilDiv(height, 8 * down);
    }

    int blocksPerMcu() {
        return components.stream().mapToInt(each -> each.across * each.down).sum();
    }
}
