package dev.stoker.telemetry.log;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;

/** The wire types of protocol buffers that an event needs. Unset fields are not written. */
final class ProtoWriter {
    private static final int VARINT = 0;
    private static final int FIXED64 = 1;
    private static final int LENGTH_DELIMITED = 2;
    private static final int FIXED32 = 5;

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    ProtoWriter varint(int field, long value) {
        key(field, VARINT);
        varint(value);
        return this;
    }

    ProtoWriter fixed64(int field, double value) {
        key(field, FIXED64);
        bytes.writeBytes(littleEndian(Double.BYTES).putDouble(value).array());
        return this;
    }

    ProtoWriter fixed32(int field, float value) {
        key(field, FIXED32);
        bytes.writeBytes(littleEndian(Float.BYTES).putFloat(value).array());
        return this;
    }

    ProtoWriter text(int field, String value) {
        return delimited(field, value.getBytes(StandardCharsets.UTF_8));
    }

    ProtoWriter message(int field, ProtoWriter nested) {
        return delimited(field, nested.toBytes());
    }

    byte[] toBytes() {
        return bytes.toByteArray();
    }

    private ProtoWriter delimited(int field, byte[] content) {
        key(field, LENGTH_DELIMITED);
        varint(content.length);
        bytes.writeBytes(content);
        return this;
    }

    private void key(int field, int wireType) {
        varint((long) field << 3 | wireType);
    }

    private void varint(long value) {
        long rest = value;
        while ((rest & ~0x7FL) != 0) {
            bytes.write((int) (rest & 0x7F) | 0x80);
            rest >>>= 7;
        }
        bytes.write((int) rest);
    }

    private static ByteBuffer littleEndian(int size) {
        return ByteBuffer.allocate(size).order(ByteOrder.LITTLE_ENDIAN);
    }
}
