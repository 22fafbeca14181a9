package dev.stoker.cli;

import dev.stoker.bench.InputBenchmark;
import dev.stoker.bench.InputReport;
import dev.stoker.core.Nearest;
import dev.stoker.core.StokerException;
import dev.stoker.data.EpochFeed;
import dev.stoker.telemetry.Json;
import java.nio.file.Path;
import java.util.Locale;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Drains an input pipeline. */
@Command(
        name = "input",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Drains the input pipeline over pictures or shards, with no training behind it.")
final class BenchInputCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SOURCE", description = "a folder of pictures or shards, or a shard")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path source;

    @Option(names = "--recipe", paramLabel = "NAME", description = "train224, eval224 or none (train224)")
    private String recipe = "train224";

    @Option(names = "--workers", paramLabel = "N", description = "threads, or auto to tune them while running (auto)")
    private String workers = "auto";

    @Option(names = "--batch", paramLabel = "N", description = "pictures per batch (256)")
    private int batch = 256;

    @Option(names = "--seconds", paramLabel = "S", description = "how long to measure (10)")
    private double seconds = 10;

    @Option(names = "--rounds", paramLabel = "N", description = "parts to take the median of (5)")
    private int rounds = 5;

    @Option(names = "--ceiling", description = "run plain loops of the same decoder in turn, as the ceiling")
    private boolean ceiling;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Output output;

    @Override
    public Integer call() {
        if (batch < 1 || rounds < 1 || !(seconds > 0)) {
            throw new StokerException("--batch, --rounds and --seconds must be above 0, got %d, %d and %s"
                    .formatted(batch, rounds, seconds));
        }
        var settings = new InputBenchmark.Settings(source, treatment(), threads(), batch, seconds, rounds);
        var report = InputBenchmark.run(settings, ceiling);
        if (output.json()) {
            System.out.println(Json.write(report.fields()));
        } else if (!output.quiet()) {
            show(report);
        }
        return 0;
    }

    private InputBenchmark.Treatment treatment() {
        var byName = new TreeMap<String, InputBenchmark.Treatment>();
        for (var each : InputBenchmark.Treatment.values()) {
            byName.put(each.name().toLowerCase(Locale.ROOT), each);
        }
        var treatment = byName.get(recipe);
        if (treatment == null) {
            throw new StokerException("there is no recipe '%s'%s (known: %s)"
                    .formatted(recipe, Nearest.hint(recipe, byName.keySet()), String.join(", ", byName.keySet())));
        }
        return treatment;
    }

    private EpochFeed.Workers threads() {
        if (workers.equals("auto")) {
            return EpochFeed.Workers.auto();
        }
        if (!workers.matches("[1-9][0-9]{0,3}")) {
            throw new StokerException("--workers must be a whole number above 0 or auto, got " + workers);
        }
        return EpochFeed.Workers.fixed(Integer.parseInt(workers));
    }

    private static void show(InputReport report) {
        System.out.printf("images/s          %,.0f with %d workers%n", report.imagesPerSecond(), report.workers());
        report.decisions().forEach(decision -> System.out.println("                  " + decision));
        if (report.ceilingImagesPerSecond() > 0) {
            System.out.printf(
                    "plain loops       %,.0f, of which this is %.1f %%%n",
                    report.ceilingImagesPerSecond(), 100 * report.imagesPerSecond() / report.ceilingImagesPerSecond());
        }
        System.out.printf("MB/s              %,.1f%n", report.megabytesPerSecond());
        System.out.printf(
                "wait per batch    %.1f ms, 95 %% within %.1f, 99 %% within %.1f%n",
                report.batchMillisecondsMedian(), report.batchMilliseconds95(), report.batchMilliseconds99());
        System.out.printf("processor         %.0f %%%n", 100 * report.processorShare());
        System.out.printf("heap per image    %,d bytes%n", report.heapBytesPerImage());
        System.out.printf("resident          %,d MiB%n", report.residentBytes() >> 20);
    }
}
