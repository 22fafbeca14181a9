package dev.stoker.image.decode;

import dev.stoker.image.InvalidImageException;
import java.lang.foreign.MemorySegment;

/**
 * Rejects truncated images, which decoders pad with gray or spend seconds on: OpenCV clears a gigabyte for a PNG chunk that
 * claims one. Truncated bitmaps and GIFs fail in OpenCV immediately.
 */
final class TruncationCheck {
    private static final int END_OF_IMAGE = 0xffd9;

    private TruncationCheck() {}

    static void check(MemorySegment encoded, ImageHeader header) {
        var bytes = new HeaderBytes(encoded, header.format());
        switch (header.format()) {
            case JPEG -> jpeg(bytes);
            case PNG -> png(bytes);
            case WEBP -> webp(bytes);
            case BMP, GIF -> {}
        }
    }

    /**
     * Entropy-coded data never contains the end marker, so one after the start of the scan is the end of the image,
     * regardless of what cameras and downloads append. It is nearly always the last two bytes.
     */
    private static void jpeg(HeaderBytes bytes) {
        long offset = bytes.size() - 2;
        if (bytes.unsigned16(offset) == END_OF_IMAGE) {
            return;
        }
        for (long scan = JpegHeader.scan(bytes); offset >= scan; offset--) {
            if (bytes.unsigned16(offset) == END_OF_IMAGE) {
                return;
            }
        }
        throw new InvalidImageException("JPEG truncated: there is no end marker in its %,d bytes; fetch the file again"
                .formatted(bytes.size()));
    }

    /** OpenCV fills gigabytes looking for pixels in a PNG that has none. */
    private static void png(HeaderBytes bytes) {
        boolean pixels = false;
        long chunk = PngHeader.FIRST_CHUNK;
        while (chunk + PngHeader.CHUNK_FRAME <= bytes.size()) {
            pixels |= bytes.spells("IDAT", chunk + 4);
            if (bytes.spells("IEND", chunk + 4)) {
                if (!pixels) {
                    throw new InvalidImageException(
                            "corrupt PNG: it has no pixels (no IDAT chunk); fetch the file again");
                }
                return;
            }
            chunk += PngHeader.CHUNK_FRAME + bytes.unsigned32(chunk);
        }
        throw new InvalidImageException(
                "PNG truncated: a chunk should start at byte %,d, and there are %,d; fetch the file again"
                        .formatted(chunk, bytes.size()));
    }

    private static void webp(HeaderBytes bytes) {
        long expected = bytes.unsigned32Little(4) + 8;
        if (bytes.size() < expected) {
            throw new InvalidImageException(
                    "WebP truncated: %,d bytes were written, and there are %,d; fetch the file again"
                            .formatted(expected, bytes.size()));
        }
    }
}
