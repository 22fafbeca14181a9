package dev.stoker.data.example;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** Bytes of a message of protocol buffers, in an array that grows. */
final class ProtobufWriter {
    private byte[] bytes = new byte[1 << 10];
    private int size;

    int size() {
        return size;
    }

    void clear() {
        size = 0;
    }

    /** The tag and length that come before a nested message or byte string. */
    void delimited(int tag, long length) {
        varint(tag);
        varint(length);
    }

    void varint(long value) {
        reserve(sizeOfVarint(value));
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    void fixed32(float value) {
        reserve(Float.BYTES);
        int bits = Float.floatToRawIntBits(value);
        for (int shift = 0; shift < Float.SIZE; shift += Byte.SIZE) {
            bytes[size++] = (byte) (bits >>> shift);
        }
    }

    void raw(MemorySegment content) {
        reserve(content.byteSize());
        MemorySegment.copy(content, ValueLayout.JAVA_BYTE, 0, bytes, size, (int) content.byteSize());
        size += (int) content.byteSize();
    }

    byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    MemorySegment written() {
        return MemorySegment.ofArray(bytes).asSlice(0, size);
    }

    static int sizeOfVarint(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
    }

    /** What a field takes whose content has the given length; tags of fields up to 15 take one byte. */
    static long sizeOfDelimited(long length) {
        return 1 + sizeOfVarint(length) + length;
    }

    private void reserve(long added) {
        if (size + added > bytes.length) {
            if (size + added > Integer.MAX_VALUE - 64) {
                throw new IllegalArgumentException("an example cannot hold %d bytes".formatted(size + added));
            }
            bytes = Arrays.copyOf(bytes, FeatureColumn.larger(bytes.length, size + added));
        }
    }
}
