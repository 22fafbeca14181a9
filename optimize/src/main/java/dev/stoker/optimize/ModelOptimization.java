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
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.Consumer;

/** Makes variants of a model, each a file, and measures the files. */
final class ModelOptimization {
    private static final String INT8 = "int8";
    private static final double LEAST_GAIN = 1.03;

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
        String data = settings.data()
                .or(trained::dataOfRun)
                .orElseThrow(
                        () -> new StokerException("the data of %s is not known, since no plan lies beside it; name it"
                                        .formatted(trained.path()))
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
        return new OptimizeReport(trained.card().model(), validation.data(), validation.count(), measured(written));
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

    private Written quantized(OnnxGraph folded, double baseline) {
        var quantizer = new Quantizer(folded);
        var calibrated = new CalibratedGraph(trained, settings, validation.data(), folded, quantizer);
        progress.accept("int8: calibrated on %d images".formatted(calibrated.images()));
        var accurate = accurate(quantizer, calibrated, baseline);
        return faster(accurate, quantizer, calibrated, baseline);
    }

    /** In 8-bit integers; twice as many of the most sensitive layers stay in floats until the loss of accuracy is allowed. */
    private Written accurate(Quantizer quantizer, CalibratedGraph calibrated, double baseline) {
        var written = write(INT8, quantizer, calibrated, List.of());
        if (!isWorse(written.accuracy, baseline)) {
            return written;
        }
        var sensitive = calibrated.mostSensitiveFirst(progress);
        for (int count = 1; count < sensitive.size(); count *= 2) {
            var next = write(INT8, quantizer, calibrated, sensitive.subList(0, count));
            if (!isWorse(next.accuracy, baseline)) {
                return next;
            }
        }
        throw new StokerException(
                        "int8 loses more than %.2f points of accuracy whichever layers stay in floats; allow more, or calibrate otherwise"
                                .formatted(settings.maxDrop()))
                .about("max-drop");
    }

    /**
     * With the first layer in floats where that is faster: integers are multiplied in groups over channels, of which images have few
     * (3×3 over one channel: 0.71 ms in integers, 0.13 ms in floats).
     */
    private Written faster(Written accurate, Quantizer quantizer, CalibratedGraph calibrated, double baseline) {
        String first = quantizer.layers().getFirst();
        if (accurate.floatLayers.contains(first)) {
            return accurate;
        }
        var layers = new ArrayList<>(accurate.floatLayers);
        layers.add(first);
        var other = write(INT8 + "-first-layer-in-floats", quantizer, calibrated, layers);
        var speeds = speeds(List.of(accurate, other));
        boolean better = !isWorse(other.accuracy, baseline)
                && throughput(speeds, other) > LEAST_GAIN * throughput(speeds, accurate);
        try {
            if (!better) {
                Files.delete(other.file);
                return accurate;
            }
            Files.move(other.file, accurate.file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
        progress.accept("int8: %s is faster in floats".formatted(first));
        return new Written(accurate.name, accurate.file, other.accuracy, layers);
    }

    private static double throughput(Map<String, ModelVariant.Speed> speeds, Written variant) {
        return Objects.requireNonNull(speeds.get(variant.name)).throughput();
    }

    private Written write(String name, Quantizer quantizer, CalibratedGraph calibrated, List<String> inFloats) {
        if (!inFloats.isEmpty()) {
            progress.accept("%s: in floats stay %s".formatted(name, String.join(", ", inFloats)));
        }
        var plain = write(name, quantizer.quantize(calibrated.ranges(), Set.copyOf(inFloats)));
        return new Written(plain.name, plain.file, plain.accuracy, inFloats);
    }

    private Map<String, ModelVariant.Speed> speeds(List<Written> written) {
        var files = new LinkedHashMap<String, Path>();
        written.forEach(each -> files.put(each.name, each.file));
        try (var speed = new SpeedMeasurement(files, validation.rows(), settings.threads())) {
            return speed.run(validation.rowCount());
        }
    }

    private List<ModelVariant> measured(List<Written> written) {
        var speeds = speeds(written);
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
