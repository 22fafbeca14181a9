package dev.stoker.data.example;

import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;

/** Reads examples from native memory, as records are read, and returns the values of rows. */
final class ExampleRows {
    private ExampleRows() {}

    static ExampleRow read(byte[] payload, Feature... features) {
        var row = new ExampleRow(ExampleSchema.of(features));
        new ExampleReader().read(inNativeMemory(payload), row);
        return row;
    }

    static MemorySegment inNativeMemory(byte[] payload) {
        return Arena.ofAuto()
                .allocate(Math.max(1, payload.length))
                .asSlice(0, payload.length)
                .copyFrom(MemorySegment.ofArray(payload));
    }

    /** The values of the features; absent ones are omitted. */
    static Map<String, FeatureValues> read(byte[] payload, ExampleReader reader, ExampleRow row, Feature... features) {
        reader.read(inNativeMemory(payload), row);
        Map<String, FeatureValues> values = new LinkedHashMap<>();
        for (int i = 0; i < features.length; i++) {
            if (row.isPresent(i)) {
                values.put(features[i].name(), values(row, i, features[i].kind()));
            }
        }
        return values;
    }

    private static FeatureValues values(ExampleRow row, int feature, FeatureKind kind) {
        return switch (kind) {
            case INT64 -> FeatureValues.int64(int64s(row, feature));
            case FLOAT -> FeatureValues.floats(floats(row, feature));
            case BYTES -> FeatureValues.bytes(strings(row, feature));
        };
    }

    static long[] int64s(ExampleRow row, int feature) {
        var numbers = new long[row.count(feature)];
        Arrays.setAll(numbers, position -> row.int64(feature, position));
        return numbers;
    }

    static float[] floats(ExampleRow row, int feature) {
        var numbers = new float[row.count(feature)];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = row.float32(feature, i);
        }
        return numbers;
    }

    static byte[][] strings(ExampleRow row, int feature) {
        var strings = new byte[row.count(feature)][];
        Arrays.setAll(strings, position -> row.bytes(feature, position).toArray(ValueLayout.JAVA_BYTE));
        return strings;
    }
}
