package dev.stoker.image;

import java.lang.foreign.MemorySegment;

/**
 * The JPEGs that nearly all photographs are, and that circuits can decode: baseline, in one scan, of 8 bits, luma and chroma with
 * 4:4:4, 4:2:2 or 4:2:0 of it, and stored upright.
 */
public final class PlainJpeg {
    private PlainJpeg() {}

    /** Whether a picture is one; refuses bytes that end before the picture does, as a decoder would. */
    public static boolean is(MemorySegment encoded, ImageHeader header) {
        Completeness.check(encoded, header);
        return header.format() == ImageFormat.JPEG && JpegHeader.isPlain(new HeaderBytes(encoded, header.format()));
    }
}
