package dev.stoker.serve.internal.protocol;

import dev.stoker.serve.internal.batch.RefusedException;
import java.lang.foreign.MemorySegment;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** A tensor of a request while its JSON is read; fields come in any order. */
final class TensorFields {
    private static final int BYTE_VALUES = 256;
    private static final int FIRST_CAPACITY = 256;

    Optional<String> name = Optional.empty();
    Optional<String> type = Optional.empty();
    List<Long> shape = List.of();
    OptionalLong binarySize = OptionalLong.empty();
    private final List<String> texts = new ArrayList<>();
    private float[] numbers = new float[FIRST_CAPACITY];
    private int count;

    void add(double number) {
        if (count == numbers.length) {
            numbers = Arrays.copyOf(numbers, count * 2);
        }
        numbers[count++] = (float) number;
    }

    void add(String text) {
        texts.add(text);
    }

    /** {@code binary} is what follows the JSON; it is read from its position. */
    InputTensor toTensor(ByteBuffer binary) {
        String known = name.orElseThrow(() -> RefusedException.invalid("an input has no name"));
        var datatype = TensorType.named(
                known, type.orElseThrow(() -> RefusedException.invalid("%s has no datatype".formatted(known))));
        long elements = elements(known);
        if (binarySize.isEmpty()) {
            return fromJson(known, datatype, elements);
        }
        if (count > 0 || !texts.isEmpty()) {
            throw RefusedException.invalid("%s has data both in the JSON and after it".formatted(known));
        }
        return fromBinary(known, datatype, elements, taken(known, binary));
    }

    private long elements(String known) {
        try {
            long elements = 1;
            for (long size : shape) {
                if (size < 1) {
                    throw RefusedException.invalid(
                            "%s has the shape %s, and sizes are at least 1".formatted(known, shape));
                }
                elements = Math.multiplyExact(elements, size);
            }
            return elements;
        } catch (ArithmeticException _) {
            throw RefusedException.invalid("%s has the shape %s, which is too large".formatted(known, shape));
        }
    }

    private InputTensor fromJson(String known, TensorType datatype, long elements) {
        int given = datatype == TensorType.BYTES ? texts.size() : count;
        requireCount(known, elements, given, "values");
        if (datatype == TensorType.BYTES) {
            return new InputTensor(
                    known,
                    datatype,
                    shape,
                    MemorySegment.NULL,
                    texts.stream().map(text -> decoded(known, text)).toList());
        }
        return new InputTensor(
                known, datatype, shape, datatype == TensorType.UINT8 ? bytes(known) : floats(), List.of());
    }

    private void requireCount(String known, long expected, long given, String unit) {
        if (expected != given) {
            throw RefusedException.invalid("%s has the shape %s, which needs %,d %s, and %,d were sent"
                    .formatted(known, shape, expected, unit, given));
        }
    }

    private static byte[] decoded(String known, String text) {
        try {
            return Base64.getDecoder().decode(text);
        } catch (IllegalArgumentException _) {
            throw RefusedException.invalid("%s holds files as Base64 in JSON, and one is none".formatted(known));
        }
    }

    private MemorySegment bytes(String known) {
        var bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            if (numbers[i] < 0 || numbers[i] >= BYTE_VALUES || numbers[i] != (int) numbers[i]) {
                throw RefusedException.invalid(
                        "%s is UINT8, and %s is no whole number from 0 to 255".formatted(known, numbers[i]));
            }
            bytes[i] = (byte) (int) numbers[i];
        }
        return MemorySegment.ofArray(bytes);
    }

    private MemorySegment floats() {
        return MemorySegment.ofArray(Arrays.copyOf(numbers, count));
    }

    private ByteBuffer taken(String known, ByteBuffer binary) {
        long size = binarySize.orElse(0);
        if (size < 0 || size > binary.remaining()) {
            throw RefusedException.invalid("%s has %,d bytes after the JSON by its header, and %,d are left"
                    .formatted(known, size, binary.remaining()));
        }
        var part = binary.slice(binary.position(), (int) size).order(ByteOrder.LITTLE_ENDIAN);
        binary.position(binary.position() + (int) size);
        return part;
    }

    private InputTensor fromBinary(String known, TensorType datatype, long elements, ByteBuffer part) {
        if (datatype != TensorType.BYTES) {
            requireCount(known, Math.multiplyExact(elements, datatype.bytes()), part.remaining(), "bytes");
            return new InputTensor(known, datatype, shape, MemorySegment.ofBuffer(part), List.of());
        }
        var items = new ArrayList<byte[]>();
        while (part.remaining() >= Integer.BYTES) {
            int length = part.getInt();
            if (length < 0 || length > part.remaining()) {
                throw RefusedException.invalid("an element of %s has %d bytes by its length, and %,d are left"
                        .formatted(known, length, part.remaining()));
            }
            var item = new byte[length];
            part.get(item);
            items.add(item);
        }
        if (part.hasRemaining()) {
            throw RefusedException.invalid("%s ends within the length of an element".formatted(known));
        }
        requireCount(known, elements, items.size(), "values");
        return new InputTensor(known, datatype, shape, MemorySegment.NULL, List.copyOf(items));
    }
}
