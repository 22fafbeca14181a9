package dev.stoker.cli;

import dev.stoker.telemetry.log.JsonReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;

/** The 32-bit floats of a safetensors file, by name: read without the product. */
final class WeightValues {
    private WeightValues() {}

    static Map<String, float[]> of(Path file) throws IOException {
        var bytes = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
        int header = Math.toIntExact(bytes.getLong());
        var fields = JsonReader.read(new String(bytes.array(), Long.BYTES, header, StandardCharsets.UTF_8));
        var values = new TreeMap<String, float[]>();
        fields.forEach((name, value) -> {
            if (value instanceof Map<?, ?> tensor && "F32".equals(tensor.get("dtype"))) {
                var offsets = (List<?>) Objects.requireNonNull(tensor.get("data_offsets"));
                values.put(name, floats(bytes, Long.BYTES + header, offsets));
            }
        });
        return values;
    }

    private static float[] floats(ByteBuffer bytes, int data, List<?> offsets) {
        int from = ((Number) offsets.get(0)).intValue();
        int to = ((Number) offsets.get(1)).intValue();
        var values = new float[(to - from) / Float.BYTES];
        bytes.slice(data + from, to - from)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asFloatBuffer()
                .get(values);
        return values;
    }

    /** Between two files with the same names. */
    static double largestDifference(Path one, Path other) throws IOException {
        var expected = of(one);
        var actual = of(other);
        double largest = expected.keySet().equals(actual.keySet()) ? 0 : Double.POSITIVE_INFINITY;
        for (var entry : expected.entrySet()) {
            float[] values = actual.getOrDefault(entry.getKey(), new float[0]);
            for (int i = 0; i < values.length; i++) {
                largest = Math.max(largest, Math.abs(values[i] - entry.getValue()[i]));
            }
        }
        return largest;
    }
}
