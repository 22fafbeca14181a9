package dev.stoker.optimize;

import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.TrainedModel;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How much integers in one layer change the logits of some images of the training split. */
final class LayerSensitivity {
    private static final int BATCH = 32;

    private final int threads;
    private final MemorySegment rows;
    private int count;

    LayerSensitivity(TrainedModel trained, String data, int threads) {
        this.threads = threads;
        long rowBytes = ExportSamples.rowBytes(trained.card());
        rows = Arena.ofAuto().allocate(BATCH * rowBytes, Float.BYTES);
        trained.forEach(data, EvaluatedPart.TRAIN, BATCH, batch -> {
            count = batch.size();
            MemorySegment.copy(batch.rows(), 0, rows, 0, count * rowBytes);
            return false;
        });
    }

    /** Layers by how much the logits change where this layer alone is in integers. */
    List<String> mostSensitiveFirst(QuantizableGraph graph) {
        float[] expected = TemporarySession.with(graph.floats(), threads, session -> session.run(rows, count));
        var changes = new LinkedHashMap<String, Double>();
        for (String layer : graph.layers()) {
            var others = new HashSet<>(graph.layers());
            others.remove(layer);
            float[] found = TemporarySession.with(
                    graph.quantized().apply(others), threads, session -> session.run(rows, count));
            changes.put(layer, squares(expected, found));
        }
        return changes.entrySet().stream()
                .sorted(Map.Entry.comparingByValue(Comparator.reverseOrder()))
                .map(Map.Entry::getKey)
                .toList();
    }

    private static double squares(float[] expected, float[] found) {
        double sum = 0;
        for (int i = 0; i < expected.length; i++) {
            sum += Math.pow(expected[i] - found[i], 2);
        }
        return sum;
    }
}
