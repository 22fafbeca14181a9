package dev.stoker.cli;

import dev.stoker.bench.StepBenchmark;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.telemetry.log.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The training step alone. */
@Command(
        name = "step",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures the training step of a model, on a batch that lies on the device already.",
            "On a GPU, the share of peak is the step's arithmetic against what its processors could do at their highest"
                    + " clock, and the gap share is the time in which the device waits for the host: what a step takes"
                    + " beyond its recorded kernels replayed with nothing in between."
        })
final class BenchStepCommand implements Callable<Integer> {
    @Option(names = "--model", paramLabel = "NAME", description = "a model that stoker models lists (resnet50)")
    private String model = "resnet50";

    @Option(names = "--batch", paramLabel = "N", description = "images per step (64)")
    private int batch = 64;

    @Option(
            names = "--precision",
            paramLabel = "NAME",
            description = "fp32, tf32, bf16, fp16, bf16-whole, fp16-whole (bf16)")
    private String precision = "bf16";

    @Option(names = "--device", paramLabel = "NAME", description = "auto, cpu, cuda or cuda:N (auto)")
    private String device = "auto";

    @Option(names = "--size", paramLabel = "N", description = "side of the images (what the model is made for)")
    private int size;

    @Option(names = "--eager", description = "operator by operator, without capturing the step")
    private boolean eager;

    @Option(names = "--unfused", description = "with libtorch's own kernels only")
    private boolean unfused;

    @Option(
            names = "--search",
            paramLabel = "N",
            description = "plans of cuDNN tried for each convolution, to keep the fastest; 0 is none (10)")
    private int search = StepBenchmark.USUAL_SEARCH;

    @Option(names = "--seconds", paramLabel = "S", description = "how long to measure (6)")
    private double seconds = 6;

    @Option(names = "--rounds", paramLabel = "N", description = "parts to take the median of (3)")
    private int rounds = 3;

    @Option(
            names = "--plain",
            description =
                    "on the CPU in fp32: beside it, in turns, the same net in plain calls of libtorch with its own SGD")
    private boolean plain;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var fields = StepBenchmark.run(new StepBenchmark.Request(
                model, size, batch, precision, device, !eager, !unfused, search, seconds, rounds, plain));
        if (output.json()) {
            System.out.println(Json.write(fields));
        } else if (!output.quiet()) {
            fields.forEach(BenchStepCommand::show);
        }
        return 0;
    }

    private static void show(String name, Object value) {
        String title = name.replace('_', ' ');
        if (value instanceof Double share && name.contains("share")) {
            System.out.printf("%-22s %.1f %%%n", title, 100 * share);
        } else if (value instanceof Double number) {
            System.out.printf("%-22s %,.2f%n", title, number);
        } else if (value instanceof Long bytes) {
            System.out.printf("%-22s %,d%n", title, bytes);
        } else {
            System.out.printf("%-22s %s%n", title, value);
        }
    }
}
