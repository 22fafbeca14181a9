package dev.stoker.cli.internal.model;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.Bytes;
import dev.stoker.job.deploy.ModelTools;
import dev.stoker.job.deploy.OptimizeReport;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Makes a trained model smaller and faster. */
@Command(
        name = "optimize",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Makes variants of a trained model as ONNX files, which take pixels as bytes, and measures each as it will"
                    + " be run: accuracy on the images that the run had for validation, latency, throughput, size.",
            "A variant that loses more accuracy than allowed keeps its most sensitive layers in floats."
        })
public final class OptimizeCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private RunArgument run;

    @Option(names = "--fold", description = "fold batch norms into the layers before them")
    private boolean fold;

    @Option(names = "--int8", description = "static quantization to 8-bit integers, calibrated on training images")
    private boolean int8;

    @Option(names = "--fp16", description = "weights as 16-bit floats: half the size, the same speed on a CPU")
    private boolean fp16;

    @Option(
            names = "--calibration",
            paramLabel = "METHOD",
            description = "calibration method, how ranges of values are found: min-max or percentile (percentile)")
    private String calibration = "percentile";

    @Option(names = "--images", paramLabel = "N", description = "calibration images of the training split (256)")
    private int images = 256;

    @Option(
            names = "--max-drop",
            paramLabel = "POINTS",
            description = "maximum drop of accuracy in percentage points (0.5)")
    private double maxDrop = 0.5;

    @Option(names = "--data", paramLabel = "DATA", description = "dataset (that of the run)")
    private @Nullable String data;

    @Option(names = "--threads", paramLabel = "N", description = "intra-op threads of ONNX Runtime (all cores)")
    private int threads = Runtime.getRuntime().availableProcessors();

    @Option(names = "--out", paramLabel = "FOLDER", description = "folder of the files (optimized in the run's folder)")
    private @Nullable Path out;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var model = run.file();
        Consumer<String> progress = output.quiet() || output.json() ? _ -> {} : System.err::println;
        model.note().ifPresent(progress);
        var report = ModelTools.OPTIMIZE.load().optimize(model.file(), settings(model.file()), progress);
        if (output.json()) {
            System.out.println(Json.write(report.fields()));
        } else if (!output.quiet()) {
            print(report);
        }
        return 0;
    }

    private OptimizeSettings settings(Path weights) {
        return new OptimizeSettings(
                out == null ? weights.resolveSibling("optimized") : out,
                fold,
                int8,
                fp16,
                Choices.of("calibration", calibration, OptimizeSettings.Ranges.values()),
                images,
                maxDrop,
                Optional.ofNullable(data),
                threads);
    }

    private static void print(OptimizeReport report) {
        System.out.printf("%s on %,d validation images of %s%n%n", report.model(), report.samples(), report.data());
        System.out.printf(
                "%-8s %9s %10s %10s %10s %10s %10s%n",
                "variant", "accuracy", "p50 ms", "p99 ms", "images/s", "size", "gzip");
        for (var variant : report.variants()) {
            var speed = variant.speed();
            System.out.printf(
                    "%-8s %7.2f %% %10.3f %10.3f %,10.0f %10s %10s%s%n",
                    variant.name(),
                    100 * variant.accuracy(),
                    speed.latencyMedian(),
                    speed.latency99(),
                    speed.throughput(),
                    new Bytes(variant.size()),
                    new Bytes(variant.compressed()),
                    variant.floatLayers().isEmpty() ? "" : "  in floats: " + String.join(", ", variant.floatLayers()));
        }
        System.out.printf("%nfiles: %s%n", report.variants().getFirst().file().getParent());
    }
}
