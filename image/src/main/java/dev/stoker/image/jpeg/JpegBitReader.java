package dev.stoker.image.jpeg;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/** Reads the bits of entropy-coded data, without the stuffed zero after each 0xff byte. Ends at a marker, and then returns zeros. */
final class JpegBitReader {
    private static final VarHandle INT = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    /** Zero bits that are read beyond the end of valid data; far more mean that data is missing. */
    private static final int MAXIMUM_PADDING = 64;

    private final byte[] bytes;
    private final boolean lenient;
    private int position;
    private long bits;
    private int count;
    private int padding;

    /** {@code lenient} is whether bytes between the data and the next marker are skipped. */
    JpegBitReader(byte[] bytes, int position, boolean lenient) {
        this.bytes = bytes;
        this.lenient = lenient;
        this.position = position;
    }

    /** Loads at least 32 bits, enough for a code and its value. */
    private void fill() {
        if (count > 32) {
            return;
        }
        if (position + 4 <= bytes.length) {
            int next = (int) INT.get(bytes, position);
            if (((~next - 0x01010101) & next & 0x80808080) == 0) {
                bits |= (next & 0xffffffffL) << (32 - count);
                count += 32;
                position += 4;
                return;
            }
        }
        fillSlowly();
    }

    private void fillSlowly() {
        while (count <= 56) {
            int next = position < bytes.length ? bytes[position] & 0xff : 0xff;
            if (next == 0xff) {
                int after = position + 1 < bytes.length ? bytes[position + 1] & 0xff : JpegMarker.END;
                if (after == 0) {
                    position += 2;
                } else {
                    next = 0;
                    padding += 8;
                    if (padding > MAXIMUM_PADDING + 64) {
                        throw new DamagedJpegException("the data ends early");
                    }
                }
            } else {
                position++;
            }
            bits |= (long) next << (56 - count);
            count += 8;
        }
    }

    /** The next symbol. */
    int symbol(HuffmanDecoder table) {
        int entry = entry(table);
        drop(entry >>> 8);
        return entry & 0xff;
    }

    /** 256 times the length of the next code plus its symbol. */
    private int entry(HuffmanDecoder table) {
        fill();
        int entry = table.lookup[(int) (bits >>> (64 - HuffmanDecoder.LOOKUP_BITS))];
        return entry == 0 ? table.longer((int) (bits >>> 48)) : entry;
    }

    /** A signed value of so many bits, at most 16, directly after a symbol. */
    int value(int size) {
        if (size == 0) {
            return 0;
        }
        if (count < size) {
            fill();
        }
        int raw = (int) (bits >>> (64 - size));
        drop(size);
        return raw < 1 << (size - 1) ? raw - (1 << size) + 1 : raw;
    }

    /** An unsigned value of so many bits, at most 16. */
    int number(int size) {
        if (size == 0) {
            return 0;
        }
        fill();
        int raw = (int) (bits >>> (64 - size));
        drop(size);
        return raw;
    }

    /**
     * Reads the AC coefficients of a block in zigzag order, and returns a bit for each that is not zero. Most of the time of
     * reading is spent here, so the bits are kept in local variables.
     */
    long ac(HuffmanDecoder table, short[] values, int start) {
        short[] lookup = table.lookup;
        long ahead = bits;
        int left = count;
        long present = 0;
        int k = 1;
        while (k < 64) {
            if (left <= 32) {
                bits = ahead;
                count = left;
                fill();
                ahead = bits;
                left = count;
            }
            int entry = lookup[(int) (ahead >>> (64 - HuffmanDecoder.LOOKUP_BITS))];
            if (entry == 0) {
                entry = table.longer((int) (ahead >>> 48));
            }
            int size = entry & 15;
            int length = entry >>> 8;
            k += entry >>> 4 & 15;
            if (size == 0) {
                ahead <<= length;
                left -= length;
                if ((entry & 0xf0) != 0xf0) {
                    break;
                }
                k++;
            } else {
                if (k > 63 || size > 10) {
                    throw new DamagedJpegException("a block has more than 64 coefficients, or too large ones");
                }
                ahead <<= length;
                int raw = (int) (ahead >>> (64 - size));
                ahead <<= size;
                left -= length + size;
                values[start + k] = (short) (raw < 1 << (size - 1) ? raw - (1 << size) + 1 : raw);
                present |= 1L << k;
                k++;
            }
        }
        bits = ahead;
        count = left;
        return present;
    }

    /** Appends the next symbol and the value that follows it; returns the symbol. */
    int copySymbol(HuffmanDecoder table, JpegBitWriter to) {
        int entry = entry(table);
        int length = (entry >>> 8) + (entry & 15);
        to.bits((int) (bits >>> (64 - length)), length);
        drop(length);
        return entry & 0xff;
    }

    /** Appends the AC coefficients of a block. */
    void copyAc(HuffmanDecoder table, JpegBitWriter to) {
        for (int k = 1; k < 64; k++) {
            int symbol = copySymbol(table, to);
            if (symbol == HuffmanSymbolCounts.END_OF_BLOCK) {
                return;
            }
            k += symbol >>> 4;
        }
    }

    /** Appends what has not been read of the bytes before {@code end}, except for the last bits of the last one. */
    void copyRest(int end, int except, JpegBitWriter to) {
        unload();
        if (position >= end) {
            copyBits(count - except, to);
            return;
        }
        copyBits(count, to);
        position = to.copyStuffed(bytes, position, end - 1);
        if (position < end) {
            to.bits((bytes[position] & 0xff) >>> except, 8 - except);
        }
    }

    private void copyBits(int length, JpegBitWriter to) {
        if (length < 0) {
            throw new DamagedJpegException("the data ends early");
        }
        if (length > 0) {
            to.bits((int) (bits >>> (64 - length)), length);
        }
    }

    /** Goes back over whole bytes that were loaded and not read; fewer than 8 bits remain loaded. */
    private void unload() {
        for (; count >= 8; count -= 8) {
            position -= position > 1 && bytes[position - 1] == 0 && bytes[position - 2] == (byte) 0xff ? 2 : 1;
        }
    }

    private void drop(int size) {
        bits <<= size;
        count -= size;
    }

    /** Continues after the restart marker with this number; only padding may precede it. */
    void restart(int number) {
        expectAligned();
        while (lenient && position + 1 < bytes.length && bytes[position + 1] == (byte) 0xff) {
            position++; // markers may be preceded by any number of these
        }
        int at = position;
        if (at + 1 >= bytes.length
                || bytes[at] != (byte) 0xff
                || (bytes[at + 1] & 0xff) != JpegMarker.FIRST_RESTART + number) {
            throw new DamagedJpegException("a restart marker is missing at byte %,d".formatted(at));
        }
        position += 2;
        clear();
    }

    /** The position of the marker after the data; there must be no unread bytes before it. */
    int end() {
        expectAligned();
        return position;
    }

    /**
     * Encoders fill the last byte of the data with ones. More bytes after such an end are somebody's padding, which decoders
     * skip; elsewhere they are data that should have been part of the image, so something before them is wrong.
     */
    private void expectAligned() {
        if (padding > count) {
            throw new DamagedJpegException("the data ends early");
        }
        int unread = count - padding;
        if (unread < 8 && isAtMarker()) {
            return;
        }
        int ofByte = unread % 8;
        if (ofByte > 0 && bits >>> (64 - ofByte) != (1 << ofByte) - 1) {
            throw new DamagedJpegException("there is more data than the image has, and it does not end there");
        }
        if (!lenient) {
            throw new UnsupportedJpegException("there is more data than the image has");
        }
        while (position < bytes.length && !isAtMarker()) {
            position++;
        }
    }

    /** All bytes that were loaded ahead are padding, so the position is that of the marker, unless there is more data. */
    private boolean isAtMarker() {
        return position + 1 >= bytes.length || (bytes[position] == (byte) 0xff && bytes[position + 1] != 0);
    }

    private void clear() {
        bits = 0;
        count = 0;
        padding = 0;
    }
}
