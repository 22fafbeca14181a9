package dev.stoker.cli.internal.model;

import dev.stoker.job.predict.Predictor;
import dev.stoker.job.predict.PredictorSettings;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The model of a command and how it is used; mixed into commands that use one. */
final class ModelArguments {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private RunArgument run;

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
        return Predictor.open(run.file(), settings);
    }

    private static PredictorSettings with(PredictorSettings settings, String key, @Nullable String value) {
        return value == null ? settings : settings.with(key, value);
    }
}
