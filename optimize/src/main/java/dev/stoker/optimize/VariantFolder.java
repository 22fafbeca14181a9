package dev.stoker.optimize;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.card.ModelCard;
import dev.stoker.job.deploy.ModelVariant;
import dev.stoker.job.deploy.OptimizeReport;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.onnx.file.OnnxFile;
import dev.stoker.onnx.file.OnnxGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;

/** Writes variants as files, and measures the files. The first one is what others are compared with. */
final class VariantFolder {
    private final ModelCard card;
    private final OptimizeSettings settings;
    private final LabeledSamples validation;
    private final Consumer<String> progress;
    private double baseline = Double.NaN;

    VariantFolder(ModelCard card, OptimizeSettings settings, LabeledSamples validation, Consumer<String> progress) {
        this.card = card;
        this.settings = settings;
        this.validation = validation;
        this.progress = progress;
        try {
            Files.createDirectories(settings.folder());
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot create %s (%s)".formatted(settings.folder(), AtomicFile.reason(failure)), failure);
        }
    }

    /** For variants of a model with other layers, which are compared with the same one. */
    VariantFolder describedBy(ModelCard other) {
        var folder = new VariantFolder(other, settings, validation, progress);
        folder.baseline = baseline;
        return folder;
    }

    WrittenVariant write(String name, OnnxGraph graph) {
        return write(name, graph, List.of());
    }

    WrittenVariant write(String name, OnnxGraph graph, List<String> inFloats) {
        if (!inFloats.isEmpty()) {
            progress.accept("%s: in floats stay %s".formatted(name, String.join(", ", inFloats)));
        }
        Path file = settings.folder().resolve(name + ".onnx");
        OnnxFile.write(file, ScaledOutputs.of(graph, card), card.toMetadata());
        double accuracy = validation.accuracy(file);
        progress.accept("%s: %s %.2f %%".formatted(name, OptimizeReport.metric(card.task()), 100 * accuracy));
        if (Double.isNaN(baseline)) {
            baseline = accuracy;
        }
        return new WrittenVariant(name, file, accuracy, inFloats, Map.of());
    }

    /** Whether a variant loses no more accuracy than allowed. */
    boolean accepts(WrittenVariant variant) {
        return points(variant) <= settings.maxDrop() + 1e-9;
    }

    private double points(WrittenVariant variant) {
        return 100 * (baseline - variant.accuracy());
    }

    Map<String, ModelVariant.Speed> speeds(List<WrittenVariant> written) {
        var files = new LinkedHashMap<String, Path>();
        written.forEach(each -> files.put(each.name(), each.file()));
        try (var speed = new SpeedMeasurement(files, validation.rows(), settings.threads())) {
            return speed.run(validation.rowCount());
        }
    }

    List<ModelVariant> measured(List<WrittenVariant> written) {
        var speeds = speeds(written);
        return written.stream()
                .map(each -> new ModelVariant(
                        each.name(),
                        each.file(),
                        each.accuracy(),
                        accepts(each),
                        Objects.requireNonNull(speeds.get(each.name())),
                        FileSize.of(each.file()),
                        FileSize.compressed(each.file()),
                        each.floatLayers(),
                        each.sparsity()))
                .toList();
    }
}
