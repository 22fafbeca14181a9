package dev.stoker.image.decode;

import java.lang.foreign.MemorySegment;

/**
 * The JPEGs that nearly all cameras write, and that hardware can decode: baseline, one scan, 8 bits, YCbCr with 4:4:4, 4:2:2
 * or 4:2:0 subsampling, and stored upright.
 */
public final class BaselineJpeg {
    private BaselineJpeg() {}

    /** Whether an image is one; throws where it is truncated, as a decoder would. */
    public static boolean is(MemorySegment encoded, ImageHeader header) {
        TruncationCheck.check(encoded, header);
        return header.format() == ImageFormat.JPEG && JpegHeader.isBaseline(new HeaderBytes(encoded, header.format()));
    }
}
