package dev.stoker.image.decode;

import java.lang.foreign.MemorySegment;

/**
 * The JPEGs that nearly all photographs are, and that circuits can decode: baseline, in one scan, of 8 bits, luma and chroma with
 * 4:4:4, 4:2:2 or 4:2:0 of it, and stored upright.
 */
public final class BaselineJpeg {
    private BaselineJpeg() {}

    /** Whether an image is one; refuses bytes that end before the image does, as a decoder would. */
    public static boolean is(MemorySegment encoded, ImageHeader header) {
        TruncationCheck.check(encoded, header);
        return header.format() == ImageFormat.JPEG && JpegHeader.isBaseline(new HeaderBytes(encoded, header.format()));
    }
}
