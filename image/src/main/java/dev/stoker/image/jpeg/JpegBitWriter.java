package dev.stoker.image.jpeg;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/** Writes a file: bytes, and bits of entropy-coded data with a zero stuffed after each 0xff byte. */
final class JpegBitWriter {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);

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

    void copy(byte[] from, int start, int end) {
        System.arraycopy(from, start, reserve(end - start), size, end - start);
        size += end - start;
    }

    void append(JpegBitWriter other) {
        copy(other.bytes, 0, other.size);
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

    /** Pads the last byte with ones. */
    void align() {
        while (count >= 8) {
            count -= 8;
            stuffed((int) (bits >>> count));
        }
        if (count > 0) {
            stuffed((int) (bits << (8 - count)) | ((1 << (8 - count)) - 1));
        }
        count = 0;
        bits = 0;
    }
}
