package dev.stoker.optimize;

import dev.stoker.core.StokerException;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.deploy.ExportReport;
import dev.stoker.job.deploy.ExportSettings;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Weights;
import dev.stoker.onnx.file.OnnxFile;
import dev.stoker.onnx.runtime.OnnxSession;
import dev.stoker.optimize.graph.GraphInput;
import dev.stoker.optimize.graph.GraphTranslator;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;

/** Exports a model: the file gets its name when ONNX Runtime has given the logits that Stoker gives. */
record ModelExport(TrainedModel trained, ExportSettings settings) {
    private static final int COMPARED = 64;
    private static final double TOLERANCE = 1e-3;

    ExportReport run() {
        var card = trained.card();
        var weights = trained.weights();
        var input = input();
        var graph = ScaledOutputs.of(GraphTranslator.translate(trained.model(), weights, input), card);
        Path unproven = settings.file().resolveSibling(settings.file().getFileName() + ".unproven");
        try {
            OnnxFile.write(unproven, graph, trained.card().toMetadata());
            try (var arena = Arena.ofConfined()) {
                var samples = ExportSamples.of(trained, settings.data(), COMPARED, arena);
                double difference = difference(unproven, card, weights, samples, arena);
                refuseDifference(difference, samples);
                Files.move(
                        unproven, settings.file(), StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
                return new ExportReport(
                        settings.file(),
                        card.model(),
                        "%s %s %s"
                                .formatted(
                                        graph.input().name(),
                                        graph.input().type(),
                                        graph.input().sizes()),
                        Files.size(settings.file()),
                        samples.count(),
                        samples.origin(),
                        difference);
            } finally {
                Files.deleteIfExists(unproven);
            }
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    private GraphInput input() {
        return input(trained.card(), settings.bytes());
    }

    static GraphInput input(ModelCard card, boolean bytes) {
        if (card.normalization().isEmpty()) {
            if (bytes) {
                throw new StokerException("bytes are for models of images, and %s is one for rows of a table"
                                .formatted(card.model()))
                        .about("bytes");
            }
            return new GraphInput.Values(card.input().elements());
        }
        var normalization = card.normalization().get();
        return bytes
                ? new GraphInput.Pixels(card.input(), normalization.mean(), normalization.standardDeviation())
                : new GraphInput.Images(card.input());
    }

    private double difference(Path file, ModelCard card, Weights weights, ExportSamples samples, Arena arena) {
        float[] normalized = samples.normalized(card);
        float[] expected = logits(card, weights, normalized, samples.count());
        var rows = settings.bytes() ? samples.rows() : copied(normalized, arena);
        try (var session = OnnxSession.open(file, 1)) {
            float[] found = ScaledOutputs.standardized(session.run(rows, samples.count()), card);
            double largest = 0;
            for (int i = 0; i < expected.length; i++) {
                double difference = Math.abs(found[i] - expected[i]);
                largest = Double.isNaN(difference) ? Double.NaN : Math.max(largest, difference);
            }
            return largest;
        }
    }

    private static MemorySegment copied(float[] values, Arena arena) {
        var memory = arena.allocate(ValueLayout.JAVA_FLOAT, values.length);
        MemorySegment.copy(values, 0, memory, ValueLayout.JAVA_FLOAT, 0, values.length);
        return memory;
    }

    private float[] logits(ModelCard card, Weights weights, float[] normalized, int count) {
        var shape = card.input();
        try (var _ = TensorScope.open("compare");
                var _ = Gradients.off()) {
            var images = Tensor.of(normalized, Device.CPU, count, shape.channels(), shape.height(), shape.width());
            return Forward.evaluating(trained.model(), weights)
                    .apply(images)
                    .toHost()
                    .toArray(ValueLayout.JAVA_FLOAT);
        }
    }

    private void refuseDifference(double difference, ExportSamples samples) {
        if (!(difference <= TOLERANCE)) {
            throw new StokerException(
                    "%s was not written: on %d samples of %s the outputs of ONNX Runtime differ from Stoker's by up to %.2g, and %.0e are allowed"
                            .formatted(settings.file(), samples.count(), samples.origin(), difference, TOLERANCE));
        }
    }
}
