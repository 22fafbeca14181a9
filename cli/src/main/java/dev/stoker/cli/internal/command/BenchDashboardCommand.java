package dev.stoker.cli.internal.command;

import dev.stoker.bench.dashboard.DashboardBenchmark;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.telemetry.log.Json;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Measures the dashboard. */
@Command(
        name = "dashboard",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Measures `stoker dashboard` over generated runs, in a process of its own: the first page, a long run, the"
                    + " time from a line of metrics to the page, and resident memory.",
            "Drawing in a browser is not part of it."
        })
public final class BenchDashboardCommand implements Callable<Integer> {
    @Option(names = "--count", paramLabel = "N", description = "number of runs (1000)")
    private int count = 1_000;

    @Option(names = "--steps", paramLabel = "N", description = "steps of the longest run (100000)")
    private int steps = 100_000;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (count < 1 || steps < 1) {
            throw new StokerException("count and steps must be at least 1, got %d and %d".formatted(count, steps))
                    .about("count", "steps");
        }
        var figures = DashboardBenchmark.run(count, steps);
        if (output.json()) {
            System.out.println(Json.write(figures));
        } else if (!output.quiet()) {
            figures.forEach((name, value) -> System.out.printf("%-24s %s%n", title(name), text(name, value)));
        }
        return 0;
    }

    private static String title(String name) {
        return name.replaceFirst("_bytes$", "").replaceFirst("_seconds", "").replace('_', ' ');
    }

    private static String text(String name, Object value) {
        return switch (value) {
            case Long bytes when name.endsWith("_bytes") -> new Bytes(bytes).toString();
            case Double seconds -> "%.3f s".formatted(seconds);
            case Number count -> "%,d".formatted(count.longValue());
            default -> value.toString();
        };
    }
}
