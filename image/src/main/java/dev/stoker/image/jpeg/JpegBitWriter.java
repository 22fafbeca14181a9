package dev.stoker.image.jpeg;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Writes a file: bytes, and bits of entropy-coded data with a zero stuffed after each 0xff byte. */
final class JpegBitWriter {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    private byte[] bytes;
    private int size;
    private long bits;
    private int count;

    JpegBitWriter(int expected) {
        bytes = new byte[Math.max(64, expected)];
    }

    int size() {
        return size;
    }

    void clear() {
        size = 0;
        bits = 0;
        count = 0;
    }

    void copyTo(MemorySegment to, long offset) {
        MemorySegment.copy(bytes, 0, to, ValueLayout.JAVA_BYTE, offset, size);
    }

    byte[] toArray() {
        return Arrays.copyOf(bytes, size);
    }

    private byte[] reserve(int more) {
        if (size + more > bytes.length) {
            bytes = Arrays.copyOf(bytes, Math.max(2 * bytes.length, size + more));
        }
        return bytes;
    }

    void unsigned8(int value) {
        reserve(1)[size] = (byte) value;
        size++;
    }

    void unsigned16(int value) {
        unsigned8(value >> 8);
        unsigned8(value);
    }

    void unsigned32(int value) {
        unsigned16(value >>> 16);
        unsigned16(value);
    }

    /** A number that is not negative: seven bits per byte, the lowest first, the highest bit set on all but the last. */
    void varint(int value) {
        int left = value;
        for (; left >= 1 << 7; left >>>= 7) {
            unsigned8((left & 0x7f) | 0x80);
        }
        unsigned8(left);
    }

    void copy(byte[] from, int start, int end) {
        System.arraycopy(from, start, reserve(end - start), size, end - start);
        size += end - start;
    }

    /** The lowest bits of a value, at most 32 of them. */
    void bits(int value, int length) {
        bits = bits << length | (value & ((1L << length) - 1));
        count += length;
        if (count >= 32) {
            count -= 32;
            word((int) (bits >>> count));
        }
    }

    /**
     * Writes the AC coefficients of a block. Most of the time of writing is spent here, so the bits are kept in local
     * variables.
     */
    void ac(HuffmanCodeTable codes, short[] values, int start, long present) {
        int[] code = codes.codes;
        int[] length = codes.lengths;
        long ready = bits;
        int waiting = count;
        int last = 0;
        for (long left = present; left != 0; left &= left - 1) {
            int k = Long.numberOfTrailingZeros(left);
            int run = k - last - 1;
            last = k;
            for (; run > 15; run -= 16) {
                ready = ready << length[HuffmanSymbolCounts.ZERO_RUN_LENGTH]
                        | code[HuffmanSymbolCounts.ZERO_RUN_LENGTH];
                waiting += length[HuffmanSymbolCounts.ZERO_RUN_LENGTH];
                if (waiting >= 32) {
                    waiting -= 32;
                    word((int) (ready >>> waiting));
                }
            }
            int value = values[start + k];
            int size = Magnitude.size(value);
            int symbol = run << 4 | size;
            ready = (ready << length[symbol] | code[symbol]) << size | Magnitude.bits(value, size);
            waiting += length[symbol] + size;
            if (waiting >= 32) {
                waiting -= 32;
                word((int) (ready >>> waiting));
            }
        }
        bits = ready;
        count = waiting;
        if (last < 63) {
            bits(code[HuffmanSymbolCounts.END_OF_BLOCK], length[HuffmanSymbolCounts.END_OF_BLOCK]);
        }
    }

    /**
     * Appends bytes of other data, in which a zero follows each 0xff byte, too; returns the position after them, which is beyond
     * {@code end} where the last of them is such a byte.
     */
    int copyStuffed(byte[] from, int start, int end) {
        int at = copyWords(from, start, end);
        while (at + Long.BYTES <= end) {
            at = copyWords(from, copyToFullByte(from, at), end);
        }
        while (at < end) {
            bits(from[at], 8);
            at += from[at] == (byte) 0xff ? 2 : 1;
        }
        return at;
    }

    /** Appends eight bytes, or fewer if one of them is 0xff, which is then the last; returns the position after them. */
    private int copyToFullByte(byte[] from, int start) {
        long word = (long) LONG.get(from, start);
        long full = ((word & 0x7f7f7f7f7f7f7f7fL) + 0x0101010101010101L) & word & 0x8080808080808080L;
        int length = full == 0 ? Long.BYTES : Long.numberOfLeadingZeros(full) / 8 + 1;
        long value = word >>> (64 - 8 * length);
        if (length > Integer.BYTES) {
            bits((int) (value >>> 32), 8 * length - 32);
        }
        bits((int) value, Math.min(32, 8 * length));
        return start + length + (full == 0 ? 0 : 1);
    }

    /** Up to a word that has a 0xff byte before or after it is shifted; with all in local variables, as most bits are copied here. */
    private int copyWords(byte[] from, int start, int end) {
        byte[] to = reserve(end - start);
        int shift = count;
        int at = start;
        int next = size;
        long waiting = bits;
        for (; at + Long.BYTES <= end; at += Long.BYTES, next += Long.BYTES) {
            long word = (long) LONG.get(from, at);
            long shifted = (waiting << 1 << (63 - shift)) | (word >>> shift);
            if (hasFullByte(word) || hasFullByte(shifted)) {
                break;
            }
            LONG.set(to, next, shifted);
            waiting = word;
        }
        size = next;
        bits = waiting;
        return at;
    }

    private static boolean hasFullByte(long word) {
        return ((~word - 0x0101010101010101L) & word & 0x8080808080808080L) != 0;
    }

    private void word(int word) {
        reserve(8);
        if (((~word - 0x01010101) & word & 0x80808080) == 0) {
            INT.set(bytes, size, word);
            size += 4;
        } else {
            for (int shift = 24; shift >= 0; shift -= 8) {
                stuffed(word >>> shift);
            }
        }
    }

    private void stuffed(int value) {
        unsigned8(value);
        if ((value & 0xff) == 0xff) {
            unsigned8(0);
        }
    }

    /** The position of the next bit. */
    int bitPosition() {
        while (count >= 8) {
            count -= 8;
            stuffed((int) (bits >>> count));
        }
        return 8 * size + count;
    }

    /** Pads the last byte with ones. */
    void align() {
        int _ = bitPosition();
        if (count > 0) {
            stuffed((int) (bits << (8 - count)) | ((1 << (8 - count)) - 1));
        }
        count = 0;
        bits = 0;
    }
}
