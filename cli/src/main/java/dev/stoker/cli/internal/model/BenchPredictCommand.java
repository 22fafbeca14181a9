package dev.stoker.cli.internal.model;

import dev.stoker.bench.PredictionBenchmark;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures predictions against their halves. */
@Command(
        name = "predict",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Measures `stoker predict` on images, and in turn its halves alone: reading and transforming the images,"
                    + " and the forward pass on noise that is in memory.",
            "The share of the slower half is 1 where both run at the same time without a loss; a CPU that does both has"
                    + " to share itself."
        })
public final class BenchPredictCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ModelArguments model;

    @Parameters(index = "1..*", arity = "1..*", paramLabel = "IMAGE", description = "images: files or folders")
    private List<Path> images = new ArrayList<>();

    @Option(names = "--images", paramLabel = "N", description = "at most so many of the images (5000)")
    private int most = 5000;

    @Option(names = "--rounds", paramLabel = "N", description = "rounds, of which the median is taken (3)")
    private int rounds = 3;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (most < 1 || rounds < 1) {
            throw new StokerException("images and rounds must be at least 1, got %d and %d".formatted(most, rounds))
                    .about("images", "rounds");
        }
        try (var predictor = model.open(Map.of())) {
            var fields = PredictionBenchmark.run(predictor, images, most, rounds);
            if (output.json()) {
                System.out.println(Json.write(fields));
            } else if (!output.quiet()) {
                fields.forEach((name, value) -> System.out.printf(
                        value instanceof Double ? "%-26s %,.2f%n" : "%-26s %s%n", name.replace('_', ' '), value));
            }
            return 0;
        }
    }
}
