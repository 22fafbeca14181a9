package dev.stoker.image.decode;

import dev.stoker.image.InvalidImageException;

/** Reads the marker segments of a JPEG up to its first scan: the frame header, EXIF and Adobe's marker precede it. */
final class JpegHeader {
    private static final int BASELINE = 0xc0;
    private static final int START_OF_SCAN = 0xda;
    private static final int END_OF_IMAGE = 0xd9;
    private static final int EXIF = 0xe1;
    private static final int ADOBE = 0xee;
    private static final int ADOBE_NO_TRANSFORM = 0;
    private static final int ADOBE_YCCK = 2;

    private final HeaderBytes bytes;
    private int frameMarker;
    private long frame;
    private boolean adobe;
    private int adobeTransform;
    private Orientation orientation = Orientation.UPRIGHT;

    private JpegHeader(HeaderBytes bytes) {
        this.bytes = bytes;
    }

    static ImageHeader read(HeaderBytes bytes) {
        return walked(bytes).result();
    }

    /** The offset of the first scan. */
    static long scan(HeaderBytes bytes) {
        return new JpegHeader(bytes).walk();
    }

    /** The offset of the content of the frame header. */
    static long frame(HeaderBytes bytes) {
        return walked(bytes).frame;
    }

    /** Of the luma of a {@link BaselineJpeg}: 2 where chroma has half of its rows. */
    static int verticalSampling(HeaderBytes bytes) {
        return bytes.unsigned8(frame(bytes) + 7) & 0xf;
    }

    private static JpegHeader walked(HeaderBytes bytes) {
        var header = new JpegHeader(bytes);
        header.walk();
        return header;
    }

    /** Whether it is a {@link BaselineJpeg}. */
    static boolean isBaseline(HeaderBytes bytes) {
        var header = new JpegHeader(bytes);
        long scan = header.walk();
        return header.frame > 0
                && header.frameMarker == BASELINE
                && bytes.unsigned8(header.frame) == 8
                && bytes.unsigned8(header.frame + 5) == 3
                && header.orientation == Orientation.UPRIGHT
                && header.isLumaAndChroma()
                && bytes.unsigned8(scan + 4) == 3;
    }

    /** Component identifiers are arbitrary, but some writers mark RGB by the letters R, G and B. */
    private boolean isLumaAndChroma() {
        boolean untransformed = adobe && adobeTransform == ADOBE_NO_TRANSFORM;
        boolean letters = bytes.unsigned8(frame + 6) == 'R' && bytes.unsigned8(frame + 9) == 'G';
        int luma = bytes.unsigned8(frame + 7);
        boolean knownSampling = luma == 0x11 || luma == 0x21 || luma == 0x22;
        return !untransformed
                && !letters
                && knownSampling
                && bytes.unsigned8(frame + 10) == 0x11
                && bytes.unsigned8(frame + 13) == 0x11;
    }

    private long walk() {
        long offset = 2;
        while (true) {
            int marker = markerAt(offset);
            if (marker == 0xff) {
                offset++;
            } else if (marker == START_OF_SCAN) {
                return offset;
            } else if (marker == END_OF_IMAGE) {
                throw new InvalidImageException("JPEG without an image: it ends at byte %,d".formatted(offset));
            } else if (standsAlone(marker)) {
                offset += 2;
            } else {
                int length = bytes.unsigned16(offset + 2);
                segment(marker, offset + 4, length - 2);
                offset += 2 + Math.max(2, length);
            }
        }
    }

    private int markerAt(long offset) {
        if (bytes.unsigned8(offset) != 0xff) {
            throw new InvalidImageException("corrupt JPEG: byte %,d should start a marker (ff) and is %02x"
                    .formatted(offset, bytes.unsigned8(offset)));
        }
        return bytes.unsigned8(offset + 1);
    }

    private static boolean standsAlone(int marker) {
        return marker == 0x01 || (marker >= 0xd0 && marker <= 0xd8);
    }

    private void segment(int marker, long content, int length) {
        if (isFrame(marker)) {
            frameMarker = marker;
            frame = content;
        } else if (marker == EXIF && orientation == Orientation.UPRIGHT && bytes.spells("Exif\0\0", content)) {
            orientation = ExifOrientationReader.orientation(bytes, content + 6, length - 6L);
        } else if (marker == ADOBE && length >= 12 && bytes.spells("Adobe", content)) {
            adobe = true;
            adobeTransform = bytes.unsigned8(content + 11);
        }
    }

    /** SOF0 to SOF15, except for the codes of Huffman tables, an extension and arithmetic tables. */
    private static boolean isFrame(int marker) {
        return marker >= 0xc0 && marker <= 0xcf && marker != 0xc4 && marker != 0xc8 && marker != 0xcc;
    }

    private ImageHeader result() {
        if (frame == 0) {
            throw new InvalidImageException("corrupt JPEG: a scan starts before any frame header");
        }
        int precision = bytes.unsigned8(frame);
        if (precision != 8) {
            throw new InvalidImageException("JPEG of %d bits per sample; 8 are supported".formatted(precision));
        }
        int components = bytes.unsigned8(frame + 5);
        return new ImageHeader(
                ImageFormat.JPEG,
                bytes.unsigned16(frame + 3),
                bytes.unsigned16(frame + 1),
                components,
                (frameMarker & 3) == 2,
                cmykEncoding(components),
                orientation);
    }

    private CmykEncoding cmykEncoding(int components) {
        if (components != 4) {
            return CmykEncoding.NONE;
        }
        if (!adobe) {
            return CmykEncoding.CMYK;
        }
        return adobeTransform == ADOBE_YCCK ? CmykEncoding.ADOBE_YCCK : CmykEncoding.ADOBE_CMYK;
    }
}
