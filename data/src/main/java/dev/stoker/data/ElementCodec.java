package dev.stoker.data;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.function.Function;

/** Turns elements into bytes and back; called by many workers at once. */
public interface ElementCodec<T> {
    /** Identifies this format, including its version. */
    String name();

    byte[] encode(T element);

    T decode(byte[] bytes);

    static <T> ElementCodec<T> of(String name, Function<T, byte[]> encode, Function<byte[], T> decode) {
        return new ElementCodec<>() {
            @Override
            public String name() {
                return name;
            }

            @Override
            public byte[] encode(T element) {
                return encode.apply(element);
            }

            @Override
            public T decode(byte[] bytes) {
                return decode.apply(bytes);
            }
        };
    }

    static ElementCodec<byte[]> bytes() {
        return of("bytes", bytes -> bytes, bytes -> bytes);
    }

    static ElementCodec<String> text() {
        return of(
                "text",
                text -> text.getBytes(StandardCharsets.UTF_8),
                bytes -> new String(bytes, StandardCharsets.UTF_8));
    }

    static ElementCodec<Long> number() {
        return of(
                "number",
                number -> ByteBuffer.allocate(Long.BYTES).putLong(number).array(),
                bytes -> ByteBuffer.wrap(bytes).getLong());
    }
}
