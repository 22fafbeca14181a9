package dev.stoker.cli.internal.model;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.job.deploy.FineTuneSettings;
import dev.stoker.job.deploy.ModelTools;
import dev.stoker.job.deploy.OptimizeReport;
import dev.stoker.job.deploy.OptimizeSettings;
import dev.stoker.job.deploy.PruneSettings;
import dev.stoker.job.deploy.QuantizeSettings;
import dev.stoker.job.deploy.VariantTable;
import dev.stoker.telemetry.log.Json;
import dev.stoker.train.step.PruningSettings;
import java.nio.file.Path;
import java.util.Optional;
import java.util.OptionalDouble;
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

    @Option(
            names = "--dynamic",
            description = "dynamic quantization: 8-bit integers whose ranges are found in each run of the model")
    private boolean dynamic;

    @Option(
            names = "--aware",
            paramLabel = "N",
            description = "quantization-aware training: with int8, fine-tunes N epochs with quantized values")
    private @Nullable Integer aware;

    @Option(
            names = "--prune",
            paramLabel = "SHARE",
            description = "pruning: the share of weights of convolutions and linear layers that become 0, such as 0.75")
    private @Nullable Double prune;

    @Option(
            names = "--prune-scope",
            paramLabel = "SCOPE",
            description = "pruning scope, within which the smallest weights are found: layer or global (global)")
    private String pruneScope = "global";

    @Option(
            names = "--structured",
            description = "structured pruning: cuts whole channels, so that the model is smaller")
    private boolean structured;

    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "epochs of fine-tuning a pruned model, during which more and more weights become 0 (0)")
    private @Nullable Integer epochs;

    @Option(names = "--lr", paramLabel = "RATE", description = "learning rate of fine-tuning (a tenth of the run's)")
    private @Nullable Double rate;

    @Option(names = "--fp16", description = "weights as 16-bit floats: half the size, the same speed on a CPU")
    private boolean fp16;

    @Option(
            names = "--calibration",
            paramLabel = "METHOD",
            description =
                    "calibration method, how ranges of values are found: min-max, percentile or entropy (percentile)")
    private String calibration = "percentile";

    @Option(names = "--images", paramLabel = "N", description = "calibration images of the training split (256)")
    private int images = 256;

    @Option(
            names = "--max-drop",
            paramLabel = "POINTS",
            description = "maximum drop of accuracy, mAP or R² in percentage points (0.5)")
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
        report.requireAccuracy();
        return 0;
    }

    private OptimizeSettings settings(Path weights) {
        if (prune == null && structured) {
            throw new StokerException("structured says how a model is pruned: give prune, too").about("structured");
        }
        return new OptimizeSettings(
                out == null ? weights.resolveSibling("optimized") : out,
                fold,
                fp16,
                new QuantizeSettings(
                        int8,
                        dynamic,
                        given("aware", aware),
                        Choices.of("calibration", calibration, QuantizeSettings.Ranges.values()),
                        images),
                Optional.ofNullable(prune)
                        .map(share -> new PruneSettings(
                                share,
                                Choices.of("prune-scope", pruneScope, PruningSettings.Scope.values()),
                                structured)),
                new FineTuneSettings(
                        given("epochs", epochs), rate == null ? OptionalDouble.empty() : OptionalDouble.of(rate)),
                maxDrop,
                Optional.ofNullable(data),
                threads);
    }

    /** Epochs; 0 where none are given. */
    private static int given(String flag, @Nullable Integer epochs) {
        if (epochs != null && epochs < 1) {
            throw new StokerException("%s must be at least 1, got %d".formatted(flag, epochs)).about(flag);
        }
        return epochs == null ? 0 : epochs;
    }

    private static void print(OptimizeReport report) {
        System.out.printf("%s on %,d validation images of %s%n%n", report.model(), report.samples(), report.data());
        VariantTable.of(report).lines().forEach(System.out::println);
        var folder = report.variants().getFirst().file().getParent();
        System.out.printf("%nfiles: %s, with report.html and report.md%n", folder);
    }
}
