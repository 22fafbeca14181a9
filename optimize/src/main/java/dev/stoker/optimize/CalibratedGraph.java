package dev.stoker.optimize;

import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.predict.EvaluatedPart;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.optimize.onnx.OnnxFile;
import dev.stoker.optimize.onnx.OnnxGraph;
import dev.stoker.optimize.quantize.Calibration;
import dev.stoker.optimize.quantize.Quantizer;
import dev.stoker.optimize.quantize.ValueRange;
import dev.stoker.optimize.runtime.OnnxSession;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/** A graph with the ranges that its values had on images of the training split. */
final class CalibratedGraph {
    private static final int BATCH = 32;

    private final TrainedModel trained;
    private final OptimizeSettings settings;
    private final OnnxGraph graph;
    private final Quantizer quantizer;
    private final Map<String, ValueRange> ranges;
    private final MemorySegment rows;
    private int images;
    private int kept;

    CalibratedGraph(
            TrainedModel trained, OptimizeSettings settings, String data, OnnxGraph graph, Quantizer quantizer) {
        this.trained = trained;
        this.settings = settings;
        this.graph = graph;
        this.quantizer = quantizer;
        long rowBytes = ExportSamples.rowBytes(trained.card());
        rows = Arena.ofAuto().allocate(BATCH * rowBytes, Float.BYTES);
        ranges = measured(data, rowBytes);
    }

    private Map<String, ValueRange> measured(String data, long rowBytes) {
        var calibration = new Calibration();
        var watched = Set.copyOf(quantizer.watched());
        return temporary(graph.watching(List.copyOf(watched)), session -> {
            trained.forEach(data, EvaluatedPart.TRAIN, BATCH, batch -> {
                int taken = Math.min(batch.size(), settings.images() - images);
                calibration.add(session.run(batch.rows(), taken, watched));
                if (images == 0) {
                    kept = taken;
                    MemorySegment.copy(batch.rows(), 0, rows, 0, taken * rowBytes);
                }
                images += taken;
                return images < settings.images();
            });
            return calibration.ranges(
                    switch (settings.calibration()) {
                        case MIN_MAX -> Calibration.Method.MIN_MAX;
                        case PERCENTILE -> Calibration.Method.PERCENTILE;
                    });
        });
    }

    Map<String, ValueRange> ranges() {
        return ranges;
    }

    int images() {
        return images;
    }

    /** Layers by how much the logits of some images change where this layer alone is in integers. */
    List<String> mostSensitiveFirst(Consumer<String> progress) {
        var layers = quantizer.layers();
        progress.accept("int8: how sensitive %d layers are".formatted(layers.size()));
        float[] expected = temporary(graph, session -> session.run(rows, kept));
        var changes = new LinkedHashMap<String, Double>();
        for (String layer : layers) {
            var others = new HashSet<>(layers);
            others.remove(layer);
            float[] found = temporary(quantizer.quantize(ranges, others), session -> session.run(rows, kept));
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

    private interface Use<T> {
        T of(OnnxSession session);
    }

    /** Runs a graph that nobody keeps. */
    private <T> T temporary(OnnxGraph temporary, Use<T> use) {
        try {
            Path file = Files.createTempFile("stoker", ".onnx");
            try {
                OnnxFile.write(file, temporary, Map.of());
                try (var session = OnnxSession.open(file, settings.threads())) {
                    return use.of(session);
                }
            } finally {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
