package dev.stoker.core.io;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.zip.CRC32C;

/**
 * The framing of TFRecord files: length (8 bytes), masked checksum of the length (4), payload, masked checksum of the
 * payload (4), all little-endian. TensorBoard's event files use it too.
 */
public final class TfRecordFormat {
    public static final int HEADER_BYTES = 12;
    public static final int FOOTER_BYTES = 4;

    private static final int MASK_DELTA = 0xa282ead8;

    private TfRecordFormat() {}

    /** Frames one payload. */
    public static ByteBuffer frame(byte[] payload) {
        var framed = ByteBuffer.allocate(HEADER_BYTES + payload.length + FOOTER_BYTES)
                .order(ByteOrder.LITTLE_ENDIAN);
        framed.putLong(payload.length);
        framed.putInt(maskedChecksum(framed.duplicate().flip()));
        framed.put(payload);
        framed.putInt(maskedChecksum(ByteBuffer.wrap(payload)));
        return framed.flip();
    }

    /** CRC-32C, rotated and offset so that a checksum of data that holds checksums stays strong. */
    public static int maskedChecksum(ByteBuffer bytes) {
        var checksum = new CRC32C();
        checksum.update(bytes);
        int value = (int) checksum.getValue();
        return Integer.rotateRight(value, 15) + MASK_DELTA;
    }
}
