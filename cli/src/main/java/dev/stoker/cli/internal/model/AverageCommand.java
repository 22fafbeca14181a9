package dev.stoker.cli.internal.model;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.job.predict.ModelAverage;
import dev.stoker.job.predict.PredictorSettings;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Averages the weights of several files of one model. */
@Command(
        name = "average",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Writes the mean of the weights of runs or checkpoints that hold the same model as a safetensors file.",
            "Weights have a useful mean where they come from one training or start: checkpoints of a run, or"
                    + " fine-tunings of the same weights."
        })
public final class AverageCommand implements Callable<Integer> {
    @Parameters(
            arity = "2..*",
            paramLabel = "RUN",
            description = "runs: folders, names, or .safetensors files of weights or checkpoints")
    private List<String> runs = List.of();

    @Option(names = "--out", required = true, paramLabel = "FILE", description = "safetensors file to write")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path out;

    @Option(
            names = "--data",
            paramLabel = "DATA",
            description = "dataset on whose training split batch norm statistics are computed anew (they are averaged"
                    + " without one)")
    private @Nullable String data;

    @Option(names = "--device", paramLabel = "NAME", description = "device: auto, cpu, cuda or cuda:N (auto)")
    private @Nullable String device;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private RunWeights weights;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var files = runs.stream().map(run -> weights.file(run).file()).toList();
        var settings = device == null ? PredictorSettings.DEFAULTS : PredictorSettings.DEFAULTS.with("device", device);
        print(new ModelAverage(files, settings).write(out, Optional.ofNullable(data)));
        return 0;
    }

    private void print(ModelAverage.Report report) {
        if (output.json()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("file", report.file().toString());
            fields.put("model", report.card().model());
            fields.put("averaged", report.averaged());
            fields.put("mean_statistics", report.meanStatistics());
            System.out.println(Json.write(fields));
        } else if (!output.quiet()) {
            System.out.printf(
                    "%s: %s, the mean of %d files%n",
                    report.file(), report.card().model(), report.averaged());
            if (report.meanStatistics()) {
                System.err.println("note: batch norm statistics are means, too; --data computes those of the average");
            }
        }
    }
}
