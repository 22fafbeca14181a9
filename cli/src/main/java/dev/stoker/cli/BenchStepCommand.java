package dev.stoker.cli;

import dev.stoker.bench.StepBenchmark;
import dev.stoker.cli.internal.command.RooflineTable;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.PrintableText;
import dev.stoker.telemetry.hardware.CoreShare;
import dev.stoker.telemetry.log.Json;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the training step without input. */
@Command(
        name = "step",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures the training step of a model, on a batch already on the device.",
            "On a GPU, the share of peak is the step's arithmetic against what the GPU could do at its highest clock,"
                    + " and the idle share is the time in which the device waits for the host: what a step takes beyond"
                    + " its captured kernels replayed back to back."
        })
final class BenchStepCommand implements Callable<Integer> {
    @Option(names = "--model", paramLabel = "NAME", description = "model: a name of `stoker models` (resnet50)")
    private String model = "resnet50";

    @Option(names = "--batch", paramLabel = "N", description = "batch size (64)")
    private int batch = 64;

    @Option(
            names = "--precision",
            paramLabel = "NAME",
            description = "precision: fp32, tf32, bf16, fp16, bf16-whole or fp16-whole; auto chooses as a training does"
                    + " (auto)")
    private String precision = "auto";

    @Option(names = "--device", paramLabel = "NAME", description = "device: auto, cpu, cuda or cuda:N (auto)")
    private String device = "auto";

    @Option(names = "--size", paramLabel = "N", description = "image size (that of the model)")
    private int size;

    @Option(
            names = "--capture",
            paramLabel = "WHEN",
            description = "CUDA graph capture of the training step: auto on a GPU, or off for eager execution (auto)")
    private String capture = "auto";

    @Option(
            names = "--fusing",
            paramLabel = "WHEN",
            description = "kernel fusion: auto uses fused kernels on a GPU, off uses those of libtorch (auto)")
    private String fusing = "auto";

    @Option(
            names = "--search",
            paramLabel = "N",
            description =
                    "cuDNN algorithm search (autotuning): execution plans tried per convolution; 0 disables, auto is 4"
                            + " for models of dense convolutions and 0 for others (auto)")
    private String search = "auto";

    @Option(names = "--threads", paramLabel = "N", description = "intra-op threads on the CPU, or auto (auto)")
    private String threads = "auto";

    @Option(names = "--seconds", paramLabel = "S", description = "measurement time in seconds (6)")
    private double seconds = 6;

    @Option(names = "--rounds", paramLabel = "N", description = "rounds, of which the median is taken (3)")
    private int rounds = 3;

    @Option(
            names = "--baseline",
            description =
                    "baseline on the CPU in fp32: the same model in plain libtorch calls with its own SGD, measured in"
                            + " turn")
    private boolean baseline;

    @Option(
            names = "--kernels",
            description = "roofline on a GPU: time of each group of kernels and of each layer, beside the bytes it must"
                    + " move and its arithmetic, as shares of a copy's bandwidth and of the peak; recorded by CUPTI,"
                    + " which makes short steps slower")
    private boolean kernels;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var fields = StepBenchmark.run(new StepBenchmark.Request(
                model,
                size,
                batch,
                precision,
                device,
                FlagValues.autoOrOff("capture", capture),
                FlagValues.autoOrOff("fusing", fusing),
                FlagValues.numberOrAuto("search", search, 0),
                FlagValues.numberOrAuto("threads", threads, 1).orElseGet(CoreShare::threads),
                seconds,
                rounds,
                baseline,
                kernels));
        if (output.json()) {
            System.out.println(Json.write(fields));
        } else if (!output.quiet()) {
            fields.forEach(BenchStepCommand::show);
        }
        return 0;
    }

    private static void show(String name, Object value) {
        String title = name.replace('_', ' ');
        if (value instanceof List<?> rows && !rows.isEmpty() && rows.getFirst() instanceof Map) {
            var maps = rows.stream().map(row -> (Map<?, ?>) row).toList();
            RooflineTable.lines(title, maps).forEach(System.out::println);
        } else if (value instanceof Double share && name.contains("share")) {
            System.out.printf("%-22s %.1f %%%n", title, 100 * share);
        } else if (value instanceof Double number) {
            System.out.printf("%-22s %,.2f%n", title, number);
        } else if (value instanceof Long bytes) {
            System.out.printf("%-22s %,d%n", title, bytes);
        } else {
            System.out.printf("%-22s %s%n", title, PrintableText.of(String.valueOf(value)));
        }
    }
}
