package dev.stoker.job.deploy;

import java.nio.file.Path;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A variant of a model: its file, and what it is worth.
 *
 * @param accuracy of the file, run by ONNX Runtime; of other tasks the share that they have in its place
 * @param accepted whether it loses no more accuracy than allowed
 * @param size of the file in bytes
 * @param compressed the same by gzip
 * @param floatLayers layers that stayed in floats, the most sensitive first
 * @param sparsity the share of zeros in the weights of each layer; empty where nothing was pruned
 */
public record ModelVariant(
        String name,
        Path file,
        double accuracy,
        boolean accepted,
        Speed speed,
        long size,
        long compressed,
        List<String> floatLayers,
        Map<String, Double> sparsity) {

    /** Milliseconds of a batch of one, and images per second in larger batches. */
    public record Speed(double latencyMedian, double latency99, double throughput, int batch) {}

    public ModelVariant {
        floatLayers = List.copyOf(floatLayers);
        sparsity = Collections.unmodifiableMap(new LinkedHashMap<>(sparsity));
    }

    /** The fields under their names in JSON; {@code metric} is that of the accuracy. */
    Map<String, Object> fields(String metric) {
        var fields = new LinkedHashMap<String, Object>();
        fields.put("name", name);
        fields.put("file", file.toString());
        fields.put(metric, accuracy);
        fields.put("accepted", accepted);
        fields.put("latency_p50_ms", speed.latencyMedian);
        fields.put("latency_p99_ms", speed.latency99);
        fields.put("throughput", speed.throughput);
        fields.put("batch", (long) speed.batch);
        fields.put("bytes", size);
        fields.put("compressed_bytes", compressed);
        fields.put("float_layers", floatLayers);
        if (!sparsity.isEmpty()) {
            fields.put("sparsity", new LinkedHashMap<String, Object>(sparsity));
        }
        return fields;
    }
}
