package dev.stoker.cli.internal.model;

import dev.stoker.job.RunFinder;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.ModelFile;
import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.PredictorSettings;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The model of a command and how it is used; mixed into commands that use one. */
final class ModelArguments {
    @Parameters(
            index = "0",
            paramLabel = "RUN",
            description = "run: its folder, its name, last, or a .safetensors file of its weights")
    private String run = "";

    @Option(names = "--weights", paramLabel = "WHICH", description = "weights of the run: best or last (best)")
    private String weights = "best";

    @Option(names = "--runs", paramLabel = "FOLDER", description = "folder of runs, for names and last (runs)")
    private @Nullable String runs; // the default of the plan is asked for when it is needed: it takes time to start

    @Option(names = "--device", paramLabel = "NAME", description = "device: auto, cpu, cuda or cuda:N (auto)")
    private @Nullable String device;

    @Option(names = "--batch", paramLabel = "N", description = "batch size")
    private @Nullable String batch;

    @Option(
            names = "--precision",
            paramLabel = "NAME",
            description = "precision: fp32, tf32, bf16 or fp16 (that of the run)")
    private @Nullable String precision;

    @Option(
            names = "--tta",
            paramLabel = "NAME",
            description = "test-time augmentation: none, flip (horizontal), or shifts (that of the run)")
    private @Nullable String tta;

    @Option(names = "--workers", paramLabel = "N", description = "data loading workers (threads), or auto (auto)")
    private @Nullable String workers;

    @Option(names = "--threads", paramLabel = "N", description = "intra-op threads on the CPU, or auto (auto)")
    private @Nullable String threads;

    Predictor open(Map<String, String> more) {
        var settings = PredictorSettings.DEFAULTS;
        settings = with(settings, "device", device);
        settings = with(settings, "batch", batch);
        settings = with(settings, "precision", precision);
        settings = with(settings, "tta", tta);
        settings = with(settings, "workers", workers);
        settings = with(settings, "threads", threads);
        for (var entry : more.entrySet()) {
            settings = settings.with(entry.getKey(), entry.getValue());
        }
        return Predictor.open(ModelFile.find(location(), choice()), settings);
    }

    private static PredictorSettings with(PredictorSettings settings, String key, @Nullable String value) {
        return value == null ? settings : settings.with(key, value);
    }

    private RunFinder finder() {
        return new RunFinder(Path.of(runs == null ? Plan.DEFAULTS.run().runs() : runs));
    }

    /** A file of weights, a folder that holds some, or a run as people call it. */
    private Path location() {
        Path path = Path.of(run);
        return Files.isRegularFile(path) || ModelFile.isIn(path) ? path : finder().find(run);
    }

    private ModelFile.Choice choice() {
        return Choices.of("weights", weights, ModelFile.Choice.values());
    }
}
