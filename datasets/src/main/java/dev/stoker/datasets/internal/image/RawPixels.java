package dev.stoker.datasets.internal.image;

import dev.stoker.core.CorruptDataException;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Puts raw pixels into a bitmap file without compression, so that everything after it treats them as an encoded image. The
 * buffer of one worker.
 */
final class RawPixels {
    /** The longest side. */
    static final int MOST = 1 << 16;

    private static final int HEADER_BYTES = 54;
    private static final int INFORMATION_BYTES = 40;
    private static final int BITS = 24;
    private static final int COLORS = 3;
    private static final int LARGEST = 1 << 30;

    private byte[] file = new byte[0];

    /** Pixels in rows from the top, with 1 (gray), 3 (red, green, blue) or 4 channels, of which the last is ignored. */
    MemorySegment file(MemorySegment pixels, int height, int width, int channels) {
        if (channels == 2 || channels > COLORS + 1) {
            throw new CorruptDataException(
                    "pixels with %d channels are no image; 1, 3 or 4 are expected".formatted(channels));
        }
        int line = Math.ceilDiv(COLORS * width, Integer.BYTES) * Integer.BYTES;
        long size = HEADER_BYTES + (long) line * height;
        if (size > LARGEST) {
            throw new CorruptDataException("an image of %d×%d pixels is too large".formatted(height, width));
        }
        if (file.length < size) {
            file = new byte[(int) size];
        }
        header((int) size, height, width);
        for (int y = 0; y < height; y++) {
            copyLine(pixels, (long) y * width * channels, HEADER_BYTES + y * line, width, channels);
        }
        return MemorySegment.ofArray(file).asSlice(0, size);
    }

    /** A negative height says that the first line is the top one. */
    private void header(int size, int height, int width) {
        ByteBuffer.wrap(file)
                .order(ByteOrder.LITTLE_ENDIAN)
                .put((byte) 'B')
                .put((byte) 'M')
                .putInt(size)
                .putInt(0)
                .putInt(HEADER_BYTES)
                .putInt(INFORMATION_BYTES)
                .putInt(width)
                .putInt(-height)
                .putShort((short) 1)
                .putShort((short) BITS)
                .putInt(0)
                .putInt(size - HEADER_BYTES)
                .putInt(0)
                .putInt(0)
                .putInt(0)
                .putInt(0);
    }

    /** A bitmap holds blue first. */
    private void copyLine(MemorySegment pixels, long from, int to, int width, int channels) {
        int green = channels == 1 ? 0 : 1;
        int blue = channels == 1 ? 0 : 2;
        for (int x = 0; x < width; x++) {
            long pixel = from + (long) x * channels;
            int at = to + COLORS * x;
            file[at] = pixels.get(ValueLayout.JAVA_BYTE, pixel + blue);
            file[at + 1] = pixels.get(ValueLayout.JAVA_BYTE, pixel + green);
            file[at + 2] = pixels.get(ValueLayout.JAVA_BYTE, pixel);
        }
    }
}
