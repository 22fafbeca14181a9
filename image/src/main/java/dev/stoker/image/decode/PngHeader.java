package dev.stoker.image.decode;

import dev.stoker.image.InvalidImageException;

/** Reads a PNG's first chunk, and the EXIF chunk if one precedes the pixels. */
final class PngHeader {
    static final int FIRST_CHUNK = 8;
    /** Length and type before a chunk's content, checksum after it. */
    static final int CHUNK_FRAME = 12;

    private PngHeader() {}

    static ImageHeader read(HeaderBytes bytes) {
        bytes.require(FIRST_CHUNK, CHUNK_FRAME + 13);
        if (!bytes.spells("IHDR", FIRST_CHUNK + 4)) {
            throw new InvalidImageException("corrupt PNG: its first chunk is not IHDR");
        }
        int channels = channels(bytes.unsigned8(25));
        return ImageHeader.simple(
                ImageFormat.PNG, bytes.unsigned32(16), bytes.unsigned32(20), channels, orientation(bytes));
    }

    private static int channels(int colorType) {
        return switch (colorType) {
            case 0 -> 1;
            case 2, 3 -> 3;
            case 4 -> 2;
            case 6 -> 4;
            default -> throw new InvalidImageException("corrupt PNG: there is no color type " + colorType);
        };
    }

    private static Orientation orientation(HeaderBytes bytes) {
        long chunk = FIRST_CHUNK;
        while (chunk + CHUNK_FRAME <= bytes.size() && !bytes.spells("IDAT", chunk + 4)) {
            long length = bytes.unsigned32(chunk);
            if (bytes.spells("eXIf", chunk + 4)) {
                return ExifOrientationReader.orientation(bytes, chunk + 8, length);
            }
            chunk += CHUNK_FRAME + length;
        }
        return Orientation.UPRIGHT;
    }
}
