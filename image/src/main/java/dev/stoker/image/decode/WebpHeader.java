package dev.stoker.image.decode;

import dev.stoker.image.InvalidImageException;

/** Reads the first chunk of a WebP: lossy, lossless, or extended, which may have EXIF after the pixels. */
final class WebpHeader {
    static final int FIRST_CHUNK = 12;
    private static final int CONTENT = FIRST_CHUNK + 8;
    private static final int HAS_ALPHA = 0x10;
    private static final int HAS_EXIF = 0x08;

    private WebpHeader() {}

    static ImageHeader read(HeaderBytes bytes) {
        if (bytes.spells("VP8 ", FIRST_CHUNK)) {
            int width = bytes.unsigned16Little(CONTENT + 6) & 0x3fff;
            int height = bytes.unsigned16Little(CONTENT + 8) & 0x3fff;
            return ImageHeader.simple(ImageFormat.WEBP, width, height, 3, Orientation.UPRIGHT);
        }
        if (bytes.spells("VP8L", FIRST_CHUNK)) {
            return lossless(bytes.unsigned32Little(CONTENT + 1));
        }
        if (bytes.spells("VP8X", FIRST_CHUNK)) {
            return extended(bytes);
        }
        throw new InvalidImageException("corrupt WebP: its first chunk is none of VP8, VP8L and VP8X");
    }

    private static ImageHeader lossless(long bits) {
        long width = (bits & 0x3fff) + 1;
        long height = (bits >> 14 & 0x3fff) + 1;
        int channels = (bits >> 28 & 1) == 1 ? 4 : 3;
        return ImageHeader.simple(ImageFormat.WEBP, width, height, channels, Orientation.UPRIGHT);
    }

    private static ImageHeader extended(HeaderBytes bytes) {
        int flags = bytes.unsigned8(CONTENT);
        int width = bytes.unsigned24Little(CONTENT + 4) + 1;
        int height = bytes.unsigned24Little(CONTENT + 7) + 1;
        var orientation = (flags & HAS_EXIF) != 0 ? orientation(bytes) : Orientation.UPRIGHT;
        return ImageHeader.simple(ImageFormat.WEBP, width, height, (flags & HAS_ALPHA) != 0 ? 4 : 3, orientation);
    }

    private static Orientation orientation(HeaderBytes bytes) {
        long chunk = FIRST_CHUNK;
        while (chunk + 8 <= bytes.size()) {
            long length = bytes.unsigned32Little(chunk + 4);
            if (bytes.spells("EXIF", chunk)) {
                int prefix = bytes.spells("Exif\0\0", chunk + 8) ? 6 : 0;
                return ExifOrientationReader.orientation(bytes, chunk + 8 + prefix, length - prefix);
            }
            chunk += 8 + length + (length & 1);
        }
        return Orientation.UPRIGHT;
    }
}
