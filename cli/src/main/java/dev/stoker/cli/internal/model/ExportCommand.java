package dev.stoker.cli.internal.model;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.job.deploy.ExportSettings;
import dev.stoker.job.deploy.ModelTools;
import dev.stoker.job.predict.TrainedModel;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Exports a trained model for other programs. */
@Command(
        name = "export",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Exports the best weights of a run as an ONNX file, with any batch size, or as a safetensors file.",
            "The ONNX file appears only where ONNX Runtime computes the same logits as Stoker for 64 images (within"
                    + " 0.001)."
        })
public final class ExportCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private RunArgument run;

    @Option(names = "--onnx", paramLabel = "FILE", description = "ONNX file to write")
    private @Nullable Path onnx;

    @Option(
            names = "--safetensors",
            paramLabel = "FILE",
            description = "safetensors file to write: the weights by torchvision's names, and the model card")
    private @Nullable Path safetensors;

    @Option(
            names = "--bytes",
            description = "input as bytes: the model takes pixels (n×height×width×channels) and normalizes them itself;"
                    + " otherwise it takes normalized floats (n×channels×height×width)")
    private boolean bytes;

    @Option(
            names = "--data",
            paramLabel = "DATA",
            description = "dataset of the images that are compared (that of the run; without one, noise)")
    private @Nullable String data;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var model = run.file();
        if (!output.quiet()) {
            model.note().ifPresent(note -> System.err.println("note: " + note));
        }
        if (onnx == null && safetensors == null) {
            throw new StokerException("nothing is asked for: give onnx or safetensors and a file").about("onnx");
        }
        if (safetensors != null) {
            exportWeights(model.file(), safetensors);
        }
        if (onnx != null) {
            exportOnnx(model.file(), onnx);
        }
        return 0;
    }

    private void exportWeights(Path weights, Path target) {
        try (var trained = TrainedModel.open(weights)) {
            long size = trained.write(target);
            var fields = new LinkedHashMap<String, Object>();
            fields.put("file", target.toString());
            fields.put("model", trained.card().model());
            fields.put("bytes", size);
            if (output.json()) {
                System.out.println(Json.write(fields));
            } else if (!output.quiet()) {
                System.out.printf("%s: %s, %,d bytes%n", target, trained.card().model(), size);
            }
        }
    }

    private void exportOnnx(Path weights, Path target) {
        var report = ModelTools.OPTIMIZE
                .load()
                .export(weights, new ExportSettings(target, bytes, Optional.ofNullable(data)));
        if (output.json()) {
            System.out.println(Json.write(report.fields()));
        } else if (!output.quiet()) {
            System.out.printf(
                    "%s: %s, %,d bytes, takes %s; outputs for %d samples (%s) agree within %.1e%n",
                    report.file(),
                    report.model(),
                    report.size(),
                    report.input(),
                    report.compared(),
                    report.comparedOn(),
                    report.largestDifference());
        }
    }
}
