package dev.stoker.job.deploy;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A variant of a model: its file, and what it is worth.
 *
 * @param accuracy of the file, run by ONNX Runtime
 * @param size of the file in bytes
 * @param compressed the same by gzip
 * @param floatLayers layers that stayed in floats, the most sensitive first
 */
public record ModelVariant(
        String name, Path file, double accuracy, Speed speed, long size, long compressed, List<String> floatLayers) {

    /** Milliseconds of a batch of one, and images per second in larger batches. */
    public record Speed(double latencyMedian, double latency99, double throughput, int batch) {}

    public ModelVariant {
        floatLayers = List.copyOf(floatLayers);
    }

    /** The fields under their names in JSON. */
    Map<String, Object> fields() {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("file", file.toString());
        fields.put("accuracy", accuracy);
        fields.put("latency_p50_ms", speed.latencyMedian);
        fields.put("latency_p99_ms", speed.latency99);
        fields.put("throughput", speed.throughput);
        fields.put("batch", (long) speed.batch);
        fields.put("bytes", size);
        fields.put("compressed_bytes", compressed);
        fields.put("float_layers", floatLayers);
        return fields;
    }
}
