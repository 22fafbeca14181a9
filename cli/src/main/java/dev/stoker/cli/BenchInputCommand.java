package dev.stoker.cli;

import dev.stoker.bench.InputBenchmark;
import dev.stoker.bench.InputBenchmarkReport;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.Bytes;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.Tunable;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.Locale;
import java.util.Optional;
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
        description = "Drains the input pipeline over images or shards, with no training behind it.")
final class BenchInputCommand implements Callable<Integer> {
    @Parameters(paramLabel = "SOURCE", description = "a folder of images or shards, or a shard")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Path source;

    @Option(names = "--recipe", paramLabel = "NAME", description = "train224, eval224 or none (train224)")
    private String transformName = "train224";

    @Option(
            names = "--decode",
            paramLabel = "WHO",
            description = "cpu, or device: it decodes and crops what workers have read (cpu)")
    private String decode = "cpu";

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "for --decode device: auto, cpu, cuda or cuda:N (auto)")
    private String device = "auto";

    @Option(names = "--workers", paramLabel = "N", description = "threads, or auto to tune them while running (auto)")
    private String workers = "auto";

    @Option(names = "--ahead", paramLabel = "N", description = "batches prepared ahead, or auto (auto)")
    private String ahead = "auto";

    @Option(
            names = "--memory",
            paramLabel = "SIZE",
            description = "memory for batches, read buffers and decoding, such as 64MB (unlimited)")
    private String memory = "";

    @Option(names = "--cpu", paramLabel = "N", description = "processor seconds a second, such as 1.5 (all cores)")
    private double cpu = Runtime.getRuntime().availableProcessors();

    @Option(names = "--batch", paramLabel = "N", description = "images per batch (256)")
    private int batch = 256;

    @Option(names = "--seconds", paramLabel = "S", description = "how long to measure (10)")
    private double seconds = 10;

    @Option(names = "--rounds", paramLabel = "N", description = "parts to take the median of (5)")
    private int rounds = 5;

    @Option(names = "--ceiling", description = "run plain loops of the same decoder in turn, as the ceiling")
    private boolean ceiling;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (batch < 1 || rounds < 1 || !(seconds > 0)) {
            throw new StokerException("--batch, --rounds and --seconds must be above 0, got %d, %d and %s"
                    .formatted(batch, rounds, seconds));
        }
        var settings =
                new InputBenchmark.Settings(source, transform(), resources(), batch, seconds, rounds, decodingDevice());
        var report = InputBenchmark.run(settings, ceiling);
        if (output.json()) {
            System.out.println(Json.write(report.fields()));
        } else if (!output.quiet()) {
            show(report);
        }
        return 0;
    }

    private Optional<String> decodingDevice() {
        return switch (decode) {
            case "cpu" -> Optional.empty();
            case "device" -> Optional.of(device);
            default -> throw new StokerException("--decode must be cpu or device, got " + decode);
        };
    }

    private InputBenchmark.InputTransform transform() {
        var byName = new TreeMap<String, InputBenchmark.InputTransform>();
        for (var each : InputBenchmark.InputTransform.values()) {
            byName.put(each.name().toLowerCase(Locale.ROOT), each);
        }
        var transform = byName.get(transformName);
        if (transform == null) {
            throw new StokerException("there is no recipe '%s'%s (known: %s)"
                    .formatted(
                            transformName,
                            NameSuggestion.hint(transformName, byName.keySet()),
                            String.join(", ", byName.keySet())));
        }
        return transform;
    }

    private PipelineResources resources() {
        if (!(cpu > 0)) {
            throw new StokerException("--cpu must be above 0, got " + cpu);
        }
        var automatic = PipelineResources.auto();
        var budgeted = PipelineResources.of(cpu, memory.isEmpty() ? automatic.memory() : budget());
        return budgeted.withWorkers(number("--workers", workers, budgeted.workers()))
                .withAhead(number("--ahead", ahead, budgeted.ahead()));
    }

    private Bytes budget() {
        try {
            return Bytes.parse(memory);
        } catch (IllegalArgumentException wrong) {
            throw new StokerException("--memory must be %s, got %s".formatted(wrong.getMessage(), memory));
        }
    }

    private static Tunable number(String option, String text, Tunable automatic) {
        if (text.equals("auto")) {
            return automatic;
        }
        if (!text.matches("[1-9][0-9]{0,3}")) {
            throw new StokerException("%s must be a whole number above 0 or auto, got %s".formatted(option, text));
        }
        return Tunable.fixed(Integer.parseInt(text));
    }

    private static void show(InputBenchmarkReport report) {
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
        System.out.printf(
                "memory            %s of batches, buffers and scratch; %,d MiB resident%n",
                report.peakMemory(), report.residentBytes() >> 20);
        System.out.println();
        System.out.printf(
                "%-18s%12s%12s%14s%16s%16s%n", "", "elements", "µs each", "busy s", "waited input s", "waited room s");
        report.stages().forEach(BenchInputCommand::show);
    }

    private static void show(StageStatistics stage) {
        double busy = stage.service().toNanos() * 1e-9;
        System.out.printf(
                "%-18s%,12d%12.1f%14.2f%16.2f%16.2f%n",
                stage.stage(),
                stage.elements(),
                stage.elements() == 0 ? 0 : 1e6 * busy / stage.elements(),
                busy,
                stage.waitedForInput().toNanos() * 1e-9,
                stage.waitedForOutput().toNanos() * 1e-9);
    }
}
