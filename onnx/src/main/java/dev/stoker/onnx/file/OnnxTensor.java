package dev.stoker.onnx.file;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;

/**
 * A constant of a graph.
 *
 * @param data its elements in order, little-endian
 */
public record OnnxTensor(String name, OnnxType type, List<Long> sizes, MemorySegment data) {
    public OnnxTensor {
        sizes = List.copyOf(sizes);
        long expected = elements(sizes) * type.bytes();
        if (data.byteSize() != expected) {
            throw new IllegalArgumentException(
                    "%s of %s elements needs %d bytes, got %d".formatted(name, sizes, expected, data.byteSize()));
        }
    }

    public static OnnxTensor floats(String name, List<Long> sizes, float... values) {
        return new OnnxTensor(name, OnnxType.FLOAT, sizes, MemorySegment.ofArray(values));
    }

    public static OnnxTensor longs(String name, long... values) {
        return new OnnxTensor(name, OnnxType.INT64, List.of((long) values.length), MemorySegment.ofArray(values));
    }

    public static OnnxTensor integers(String name, int... values) {
        return new OnnxTensor(name, OnnxType.INT32, List.of((long) values.length), MemorySegment.ofArray(values));
    }

    public static OnnxTensor bytes(String name, OnnxType type, List<Long> sizes, byte... values) {
        return new OnnxTensor(name, type, sizes, MemorySegment.ofArray(values));
    }

    private static long elements(List<Long> sizes) {
        return sizes.stream().reduce(1L, Math::multiplyExact);
    }

    public long elements() {
        return elements(sizes);
    }

    /** Its values, where they are floats. */
    public float[] toFloats() {
        if (type != OnnxType.FLOAT) {
            throw new IllegalStateException("%s is %s, not FLOAT".formatted(name, type));
        }
        var values = new float[Math.toIntExact(elements())];
        MemorySegment.copy(data, ValueLayout.JAVA_FLOAT_UNALIGNED, 0, values, 0, values.length);
        return values;
    }

    /** The same values in half the bytes. */
    public OnnxTensor toHalf(String newName) {
        float[] values = toFloats();
        var halves = new short[values.length];
        for (int i = 0; i < values.length; i++) {
            halves[i] = Float.floatToFloat16(values[i]);
        }
        return new OnnxTensor(newName, OnnxType.FLOAT16, sizes, MemorySegment.ofArray(halves));
    }

    @Override
    public String toString() {
        return "%s %s %s".formatted(name, type, Arrays.toString(sizes.toArray()));
    }
}
