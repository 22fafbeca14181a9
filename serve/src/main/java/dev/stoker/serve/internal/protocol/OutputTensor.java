package dev.stoker.serve.internal.protocol;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** A tensor of an answer: numbers, or texts. */
public sealed interface OutputTensor {
    String name();

    boolean binary();

    /** Rows of floats. */
    record Floats(String name, boolean binary, List<float[]> rows) implements OutputTensor {}

    /** One text a row. */
    record Texts(String name, boolean binary, List<String> rows) implements OutputTensor {}

    /** Its bytes after the JSON. */
    default byte[] toBytes() {
        return switch (this) {
            case Floats floats -> {
                int columns = floats.rows.getFirst().length;
                var buffer = ByteBuffer.allocate(floats.rows.size() * columns * Float.BYTES)
                        .order(ByteOrder.LITTLE_ENDIAN);
                floats.rows.forEach(row -> {
                    for (float value : row) {
                        buffer.putFloat(value);
                    }
                });
                yield buffer.array();
            }
            case Texts texts -> {
                var encoded = texts.rows.stream()
                        .map(text -> text.getBytes(StandardCharsets.UTF_8))
                        .toList();
                var buffer = ByteBuffer.allocate(encoded.stream()
                                .mapToInt(text -> text.length + Integer.BYTES)
                                .sum())
                        .order(ByteOrder.LITTLE_ENDIAN);
                encoded.forEach(text -> buffer.putInt(text.length).put(text));
                yield buffer.array();
            }
        };
    }

    /** The fields of its JSON; {@code binarySize} where its values follow as bytes. */
    default Map<String, Object> fields(int binarySize) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name());
        switch (this) {
            case Floats floats -> {
                fields.put("datatype", TensorType.FP32.name());
                fields.put("shape", List.of(floats.rows.size(), floats.rows.getFirst().length));
            }
            case Texts texts -> {
                fields.put("datatype", TensorType.BYTES.name());
                fields.put("shape", List.of(texts.rows.size()));
            }
        }
        if (binary()) {
            fields.put("parameters", Map.of("binary_data_size", binarySize));
        } else {
            fields.put("data", data());
        }
        return fields;
    }

    private List<Object> data() {
        return switch (this) {
            case Floats floats -> {
                var values = new ArrayList<Object>();
                floats.rows.forEach(row -> {
                    for (float value : row) {
                        values.add(value);
                    }
                });
                yield values;
            }
            case Texts texts -> List.copyOf(texts.rows);
        };
    }
}
