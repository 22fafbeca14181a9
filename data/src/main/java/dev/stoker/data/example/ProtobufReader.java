package dev.stoker.data.example;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.ByteOrder;
import org.jspecify.annotations.Nullable;

/**
 * Reads a message of protocol buffers. Every read is checked against the end of its message, so that no content leads
 * outside, backwards or into an endless loop.
 */
final class ProtobufReader {
    private static final ValueLayout.OfFloat FLOAT =
            ValueLayout.JAVA_FLOAT_UNALIGNED.withOrder(ByteOrder.LITTLE_ENDIAN);
    private static final int VARINT_BITS = 70;

    private MemorySegment bytes = MemorySegment.NULL;
    private long position;
    private @Nullable String feature;

    void start(MemorySegment message) {
        bytes = message;
        position = 0;
        feature = null;
    }

    /** Sets the feature that is read from here on, for error messages. */
    void inside(@Nullable String name) {
        feature = name;
    }

    MemorySegment bytes() {
        return bytes;
    }

    long position() {
        return position;
    }

    void moveTo(long target) {
        position = target;
    }

    int tag(long end) {
        long start = position;
        long tag = varint(end);
        if (tag >>> 32 != 0 || tag >>> 3 == 0) {
            throw malformed(start, "%s is not a field tag".formatted(Long.toUnsignedString(tag)));
        }
        return (int) tag;
    }

    /** Reads the length of a nested message or byte string and returns its end. */
    long contentEnd(long end) {
        long start = position;
        long length = varint(end);
        if (length < 0 || length > end - position) {
            throw malformed(
                    start,
                    "the length is %s bytes, but %d are left".formatted(Long.toUnsignedString(length), end - position));
        }
        return position + length;
    }

    long varint(long end) {
        long start = position;
        long value = 0;
        for (int shift = 0; shift < VARINT_BITS && position < end; shift += 7) {
            byte next = bytes.get(ValueLayout.JAVA_BYTE, position++);
            value |= (next & 0x7fL) << shift;
            if (next >= 0) {
                return value;
            }
        }
        throw malformed(start, "an unterminated varint");
    }

    float fixed32(long end) {
        long start = position;
        skipBytes(Float.BYTES, end);
        return bytes.get(FLOAT, start);
    }

    void copyFloats(float[] into, int at, int count) {
        MemorySegment.copy(bytes, FLOAT, position, into, at, count);
        position += (long) count * Float.BYTES;
    }

    /** Skips the value of a field that is not needed. */
    void skip(int tag, long end) {
        switch (ProtobufTag.encoding(tag)) {
            case ProtobufTag.VARINT -> varint(end);
            case ProtobufTag.FIXED64 -> skipBytes(Long.BYTES, end);
            case ProtobufTag.DELIMITED -> position = contentEnd(end);
            case ProtobufTag.FIXED32 -> skipBytes(Integer.BYTES, end);
            default -> throw malformed(position, "encoding %d is unknown".formatted(ProtobufTag.encoding(tag)));
        }
    }

    private void skipBytes(int count, long end) {
        if (count > end - position) {
            throw malformed(position, "%d bytes expected, %d left".formatted(count, end - position));
        }
        position += count;
    }

    MalformedExampleException malformed(long at, String problem) {
        return new MalformedExampleException(feature == null ? "invalid data" : "feature " + feature, at, problem);
    }
}
