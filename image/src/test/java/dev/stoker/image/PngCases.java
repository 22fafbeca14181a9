package dev.stoker.image;

import static java.nio.charset.StandardCharsets.US_ASCII;

import java.io.ByteArrayOutputStream;
import java.util.zip.CRC32;

/** PNGs with inserted chunks. */
public final class PngCases {
    private static final int AFTER_HEADER = 33;

    private PngCases() {}

    public static byte[] withChunk(byte[] png, String type, byte[] content) {
        var bytes = new ByteArrayOutputStream();
        bytes.write(png, 0, AFTER_HEADER);
        number(bytes, content.length);
        bytes.writeBytes(type.getBytes(US_ASCII));
        bytes.writeBytes(content);
        var checksum = new CRC32();
        checksum.update(type.getBytes(US_ASCII));
        checksum.update(content);
        number(bytes, checksum.getValue());
        bytes.write(png, AFTER_HEADER, png.length - AFTER_HEADER);
        return bytes.toByteArray();
    }

    private static void number(ByteArrayOutputStream bytes, long value) {
        for (int shift = 24; shift >= 0; shift -= 8) {
            bytes.write((int) (value >> shift));
        }
    }
}
