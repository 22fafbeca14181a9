package dev.stoker.core.io;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Writes the wire format of protocol buffers into an array that grows and is reused after {@link #clear}. */
public final class ProtobufWriter {
    /** The encodings of a value, the lower three bits of a tag. */
    public static final int VARINT = 0;

    public static final int FIXED64 = 1;
    public static final int DELIMITED = 2;
    public static final int FIXED32 = 5;

    private static final int MAXIMUM_BYTES = Integer.MAX_VALUE - 64;

    private byte[] bytes = new byte[1 << 10];
    private int size;

    /** The tag of a field: its number and how its value is encoded. */
    public static int tag(int field, int encoding) {
        return field << 3 | encoding;
    }

    public int size() {
        return size;
    }

    public void clear() {
        size = 0;
    }

    /** The tag and length that precede a nested message or byte string. */
    public void delimited(int tag, long length) {
        varint(tag);
        varint(length);
    }

    public void text(int tag, String value) {
        byte[] content = value.getBytes(StandardCharsets.UTF_8);
        delimited(tag, content.length);
        raw(MemorySegment.ofArray(content));
    }

    /** A nested message. */
    public void message(int tag, ProtobufWriter nested) {
        delimited(tag, nested.size);
        raw(nested.written());
    }

    public void varint(long value) {
        reserve(sizeOfVarint(value));
        long rest = value;
        while ((rest & ~0x7fL) != 0) {
            bytes[size++] = (byte) (rest | 0x80);
            rest >>>= 7;
        }
        bytes[size++] = (byte) rest;
    }

    public void fixed32(float value) {
        reserve(Float.BYTES);
        littleEndian(Float.floatToRawIntBits(value), Float.SIZE);
    }

    public void fixed64(double value) {
        reserve(Double.BYTES);
        littleEndian(Double.doubleToRawLongBits(value), Double.SIZE);
    }

    private void littleEndian(long bits, int count) {
        for (int shift = 0; shift < count; shift += Byte.SIZE) {
            bytes[size++] = (byte) (bits >>> shift);
        }
    }

    public void raw(MemorySegment content) {
        reserve(content.byteSize());
        MemorySegment.copy(content, ValueLayout.JAVA_BYTE, 0, bytes, size, (int) content.byteSize());
        size += (int) content.byteSize();
    }

    /** A copy of what was written. */
    public byte[] toBytes() {
        return Arrays.copyOf(bytes, size);
    }

    /** What was written, without a copy; valid until the next write. */
    public MemorySegment written() {
        return MemorySegment.ofArray(bytes).asSlice(0, size);
    }

    public static int sizeOfVarint(long value) {
        return (Long.SIZE - Long.numberOfLeadingZeros(value | 1) + 6) / 7;
    }

    /** The size of a field with content of this length; tags of fields up to 15 take one byte. */
    public static long sizeOfDelimited(long length) {
        return 1 + sizeOfVarint(length) + length;
    }

    private void reserve(long added) {
        long needed = size + added;
        if (needed > bytes.length) {
            if (needed > MAXIMUM_BYTES) {
                throw new IllegalArgumentException("a message cannot hold %d bytes".formatted(needed));
            }
            bytes = Arrays.copyOf(bytes, (int) Math.min(MAXIMUM_BYTES, Math.max(needed, bytes.length * 2L)));
        }
    }
}
