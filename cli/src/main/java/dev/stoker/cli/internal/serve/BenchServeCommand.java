package dev.stoker.cli.internal.serve;

import dev.stoker.bench.serve.ServeBenchmark;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.telemetry.log.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Measures serving. */
@Command(
        name = "serve",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures `stoker serve` in a process of its own: what it can answer at most, with and without batching and"
                    + " against plain loops; then requests at random times (Poisson) at 50, 80 and 120 %% of that.",
            "Latency counts from the time at which a request was meant to be sent."
        })
public final class BenchServeCommand implements Callable<Integer> {
    @Parameters(paramLabel = "MODEL", description = "ONNX file of `stoker export` or `stoker optimize`")
    private Path model = Path.of("");

    @Option(names = "--images", paramLabel = "FOLDER", required = true, description = "folder of images that are sent")
    private Path images = Path.of("");

    @Option(names = "--seconds", paramLabel = "N", description = "time of each measurement in seconds (10)")
    private double seconds = 10;

    @Option(
            names = "--sessions",
            paramLabel = "N",
            description = "batches that the server computes at the same time (its default)")
    private @Nullable Integer sessions;

    @Option(
            names = "--replace",
            description =
                    "load the file again, replace it and end the server under load instead, and count lost requests")
    private boolean replace;

    @Option(
            names = "--soak",
            paramLabel = "MINUTES",
            description = "send at half of the capacity for so long instead, and watch resident memory")
    private @Nullable Double soak;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (!(seconds >= 1)) {
            throw new StokerException("a measurement takes at least 1 second, got " + seconds).about("seconds");
        }
        Consumer<String> progress = output.quiet() || output.json() ? _ -> {} : System.err::println;
        var benchmark = new ServeBenchmark(model, files(), serverOptions(), seconds, progress);
        var figures = soak != null
                ? benchmark.soak(soak)
                : replace ? benchmark.replaceAndEnd() : benchmark.capacityAndLoads();
        if (output.json()) {
            System.out.println(Json.write(figures));
        } else if (!output.quiet()) {
            print(figures);
        }
        return 0;
    }

    private List<String> serverOptions() {
        return sessions == null ? List.of() : List.of("--sessions", sessions.toString());
    }

    private List<Path> files() {
        try (var found = Files.walk(images)) {
            var files = found.filter(
                            file -> file.toString().toLowerCase(Locale.ROOT).matches(".*\\.(jpe?g|png|webp|bmp|gif)"))
                    .sorted()
                    .toList();
            if (files.isEmpty()) {
                throw new StokerException("there are no images in %s".formatted(images)).about("images");
            }
            return files;
        } catch (IOException failure) {
            throw new StokerException("cannot read the folder %s".formatted(images), failure).about("images");
        }
    }

    private static void print(Map<String, Object> figures) {
        figures.forEach((name, value) -> {
            if (value instanceof List<?> rows && !rows.isEmpty() && rows.getFirst() instanceof Map<?, ?> first) {
                first.keySet().forEach(key -> System.out.printf("%20s", key));
                System.out.println();
                for (Object row : rows) {
                    ((Map<?, ?>) row).values().forEach(cell -> System.out.printf("%20s", text(cell)));
                    System.out.println();
                }
            } else {
                System.out.printf("%-24s %s%n", name.replace('_', ' '), text(value));
            }
        });
    }

    private static String text(@Nullable Object value) {
        return switch (value) {
            case Double number -> "%,.2f".formatted(number);
            case Integer number -> "%,d".formatted(number);
            case Long number -> "%,d".formatted(number);
            case null, default -> String.valueOf(value);
        };
    }
}
