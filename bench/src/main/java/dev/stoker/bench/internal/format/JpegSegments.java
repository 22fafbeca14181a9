package dev.stoker.bench.internal.format;

import dev.stoker.bench.internal.mutation.ByteBlocks;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Segments that OpenCV does not write. */
final class JpegSegments {
    private static final int AFTER_START = 2;

    private JpegSegments() {}

    /** With a segment of EXIF that holds an orientation. */
    static byte[] withOrientation(byte[] file, int orientation) {
        var exif = ByteBuffer.allocate(2 + 2 + 6 + 8 + 2 + 12 + 4);
        exif.putShort((short) 0xffe1).putShort((short) (exif.capacity() - 2));
        exif.put("Exif\0\0MM\0*".getBytes(StandardCharsets.ISO_8859_1)).putInt(8);
        exif.putShort((short) 1);
        exif.putShort((short) 0x0112)
                .putShort((short) 3)
                .putInt(1)
                .putShort((short) orientation)
                .putShort((short) 0);
        exif.putInt(0);
        return ByteBlocks.replaced(file, AFTER_START, AFTER_START, exif.array());
    }
}
