package dev.stoker.optimize;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.deploy.ModelVariant;
import dev.stoker.job.deploy.OptimizeReport;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.optimize.fold.FoldedModel;
import dev.stoker.optimize.graph.GraphInput;
import dev.stoker.optimize.graph.GraphTranslator;
import dev.stoker.optimize.onnx.OnnxFile;
import dev.stoker.optimize.onnx.OnnxGraph;
import dev.stoker.optimize.quantize.HalfWeights;
import dev.stoker.optimize.quantize.Quantizer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Makes variants of a model, each a file, and measures the files. */
final class ModelOptimization {
    private final TrainedModel trained;
    private final OptimizeSettings settings;
    private final Consumer<String> progress;
    private final LabeledSamples validation;

    /** A variant that is written, but not measured. */
    private record Written(String name, Path file, double accuracy, List<String> floatLayers) {}

    ModelOptimization(TrainedModel trained, OptimizeSettings settings, Consumer<String> progress) {
        this.trained = trained;
        this.settings = settings;
        this.progress = progress;
        trained.requireImages();
        String data = settings.data().or(trained::dataOfRun).orElseThrow(() -> new StokerException(
                        "the data of %s is not known, since no plan lies beside it; name it".formatted(trained.path()))
                .about("data"));
        validation = new LabeledSamples(trained, data, settings.threads());
    }

    OptimizeReport run() {
        try {
            Files.createDirectories(settings.folder());
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot create %s (%s)".formatted(settings.folder(), AtomicFile.reason(failure)), failure);
        }
        var input = ModelExport.input(trained.card(), true);
        var plain = GraphTranslator.translate(trained.model(), trained.weights(), input);
        var written = new ArrayList<Written>();
        written.add(write("fp32", plain));
        double baseline = written.getFirst().accuracy;
        var folded = folded(input);
        if (settings.fold()) {
            written.add(accepted(write("folded", folded), baseline));
        }
        if (settings.fp16()) {
            written.add(accepted(write("fp16", HalfWeights.of(folded)), baseline));
        }
        if (settings.int8()) {
            written.add(quantized(folded, baseline));
        }
        return new OptimizeReport(
                trained.card().model(), validation.data(), validation.count(), measured(written));
    }

    private OnnxGraph folded(GraphInput input) {
        var model = FoldedModel.of(trained.model(), trained.weights());
        return GraphTranslator.translate(model.model(), model.weights(), input);
    }

    private Written write(String name, OnnxGraph graph) {
        Path file = settings.folder().resolve(name + ".onnx");
        OnnxFile.write(file, graph, trained.card().toMetadata());
        double accuracy = validation.accuracy(file);
        progress.accept("%s: accuracy %.2f %%".formatted(name, 100 * accuracy));
        return new Written(name, file, accuracy, List.of());
    }

    private Written accepted(Written variant, double baseline) {
        if (isWorse(variant.accuracy, baseline)) {
            throw new StokerException("%s loses %.2f points of accuracy, and %.2f are allowed"
                            .formatted(variant.name, 100 * (baseline - variant.accuracy), settings.maxDrop()))
                    .about("max-drop");
        }
        return variant;
    }

    private boolean isWorse(double accuracy, double baseline) {
        return 100 * (baseline - accuracy) > settings.maxDrop() + 1e-9;
    }

    /** In 8-bit integers; twice as many of the most sensitive layers stay in floats until the loss of accuracy is allowed. */
    private Written quantized(OnnxGraph folded, double baseline) {
        var quantizer = new Quantizer(folded);
        var calibrated = new CalibratedGraph(trained, settings, validation.data(), folded, quantizer);
        progress.accept("int8: calibrated on %d images".formatted(calibrated.images()));
        var written = write("int8", quantizer.quantize(calibrated.ranges(), Set.of()));
        if (!isWorse(written.accuracy, baseline)) {
            return written;
        }
        var sensitive = calibrated.mostSensitiveFirst(progress);
        for (int count = 1; count < sensitive.size(); count *= 2) {
            var inFloats = sensitive.subList(0, count);
            progress.accept("int8: in floats stay %s".formatted(String.join(", ", inFloats)));
            var next = write(
                    "int8", quantizer.quantize(calibrated.ranges(), new LinkedHashSet<>(inFloats)));
            if (!isWorse(next.accuracy, baseline)) {
                return new Written(next.name, next.file, next.accuracy, inFloats);
            }
        }
        throw new StokerException(
                "int8 loses more than %.2f points of accuracy whichever layers stay in floats; allow more, or calibrate otherwise"
                        .formatted(settings.maxDrop()))
                .about("max-drop");
    }

    private List<ModelVariant> measured(List<Written> written) {
        var files = new LinkedHashMap<String, Path>();
        written.forEach(each -> files.put(each.name, each.file));
        Map<String, ModelVariant.Speed> speeds;
        try (var speed = new SpeedMeasurement(files, validation.rows(), settings.threads())) {
            speeds = speed.run(validation.rowCount());
        }
        return written.stream()
                .map(each -> new ModelVariant(
                        each.name,
                        each.file,
                        each.accuracy,
                        Objects.requireNonNull(speeds.get(each.name)),
                        FileSize.of(each.file),
                        FileSize.compressed(each.file),
                        each.floatLayers))
                .toList();
    }
}
