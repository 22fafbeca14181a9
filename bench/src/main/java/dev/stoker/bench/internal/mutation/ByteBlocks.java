package dev.stoker.bench.internal.mutation;

import java.util.Arrays;

/** Arrays of bytes with blocks replaced. */
public final class ByteBlocks {
    private ByteBlocks() {}

    /** A copy in which the bytes from {@code from} up to {@code to} are replaced. */
    public static byte[] replaced(byte[] bytes, int from, int to, byte[] by) {
        var result = Arrays.copyOf(bytes, bytes.length - (to - from) + by.length);
        System.arraycopy(by, 0, result, from, by.length);
        System.arraycopy(bytes, to, result, from + by.length, bytes.length - to);
        return result;
    }

    static byte[] concatenated(byte[]... parts) {
        int length = Arrays.stream(parts).mapToInt(part -> part.length).sum();
        var result = new byte[length];
        int at = 0;
        for (byte[] part : parts) {
            System.arraycopy(part, 0, result, at, part.length);
            at += part.length;
        }
        return result;
    }

    /** Writes an integer of so many bytes, as far as there is room. */
    static void put(byte[] bytes, int at, long value, int width, boolean bigEndian) {
        for (int i = 0; i < width && at + i < bytes.length; i++) {
            int shift = 8 * (bigEndian ? width - 1 - i : i);
            bytes[at + i] = (byte) (value >> shift);
        }
    }

    static int unsigned16(byte[] bytes, int at) {
        return (bytes[at] & 0xff) << 8 | (bytes[at + 1] & 0xff);
    }

    static long unsigned32(byte[] bytes, int at) {
        return (long) unsigned16(bytes, at) << 16 | unsigned16(bytes, at + 2);
    }
}
