package dev.stoker.cli;

import dev.stoker.bench.InputBenchmark;
import dev.stoker.bench.InputBenchmarkReport;
import dev.stoker.bench.InputEpochs;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.Bytes;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.StageStatistics;
import dev.stoker.data.Tunable;
import dev.stoker.data.storage.RequestStatistics;
import dev.stoker.data.storage.StorageAddress;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.registry.DatasetRegistry;
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

/** Measures an input pipeline. */
@Command(
        name = "input",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = "Measures the throughput of the input pipeline over images or shards, without training.")
final class BenchInputCommand implements Callable<Integer> {
    private static final String UNLIMITED = "unlimited";

    @Parameters(
            paramLabel = "SOURCE",
            description =
                    "source: a folder of images or shards, a shard, an image set of `stoker datasets`, or the address"
                            + " of a prepared set (s3://, https://)")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String source;

    @Option(names = "--transform", paramLabel = "NAME", description = "transform: train224, eval224 or none (train224)")
    private String transformName = "train224";

    @Option(
            names = "--decode",
            paramLabel = "WHERE",
            description = "decoding device: cpu, or device, which decodes and crops what workers have read (cpu)")
    private String decode = "cpu";

    @Option(
            names = "--device",
            paramLabel = "NAME",
            description = "device for --decode device: auto, cpu, cuda or cuda:N (auto)")
    private String device = "auto";

    @Option(
            names = "--workers",
            paramLabel = "N",
            description = "workers (threads), or auto to tune them while running (auto)")
    private String workers = "auto";

    @Option(names = "--prefetch", paramLabel = "N", description = "prefetched batches, or auto (auto)")
    private String prefetch = "auto";

    @Option(
            names = "--readers",
            paramLabel = "N",
            description = "readers: threads that read ahead of the workers, or auto to tune them while running (auto)")
    private String readers = "auto";

    @Option(
            names = "--cold",
            description =
                    "cold files: remove them from the page cache before each epoch (Linux; few batches prefetched)")
    private boolean cold;

    @Option(
            names = "--input-memory",
            paramLabel = "SIZE",
            description = "memory limit for batches, read buffers and decoding, such as 64MB, or unlimited (unlimited)")
    private String memory = UNLIMITED;

    @Option(names = "--input-cpu", paramLabel = "N", description = "CPU limit in cores, such as 1.5; 0 is no limit (0)")
    private double cpu;

    @Option(names = "--batch", paramLabel = "N", description = "batch size (256)")
    private int batch = 256;

    @Option(names = "--seconds", paramLabel = "S", description = "measurement time in seconds (10)")
    private double seconds = 10;

    @Option(names = "--rounds", paramLabel = "N", description = "rounds, of which the median is taken (5)")
    private int rounds = 5;

    @Option(
            names = "--epochs",
            paramLabel = "N",
            description = "whole epochs instead of seconds and rounds, with the bytes of each; 0 is off (0)")
    private int epochs;

    @Option(
            names = "--shuffle",
            paramLabel = "ORDER",
            description = "order of the images: full, none, window:N or blocks:SIZExGROUP (full)")
    private String shuffle = "full";

    @Option(
            names = "--near",
            paramLabel = "FOLDER",
            description = "near cache of a set at an address: none, memory, or a folder (none)")
    private String near = "none";

    @Option(
            names = "--near-limit",
            paramLabel = "SIZE",
            description = "limit of the near cache, such as 200GB, or auto (auto)")
    private String nearLimit = "auto";

    @Option(names = "--baseline", description = "baseline: plain loops of the same decoder, measured in turn")
    private boolean baseline;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DatasetDownload download;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (batch < 1 || rounds < 1 || !(seconds > 0)) {
            throw new StokerException("batch, rounds and seconds must be above 0, got %d, %d and %s"
                            .formatted(batch, rounds, seconds))
                    .about("batch", "rounds", "seconds");
        }
        if (epochs < 0 || (epochs > 0 && baseline)) {
            throw new StokerException("epochs must be at least 0, and is for measurements without --baseline, got %d"
                            .formatted(epochs))
                    .about("epochs", "baseline");
        }
        var transform = transform();
        var stopped = download.complete(source, output);
        if (stopped.isPresent()) {
            return stopped.getAsInt();
        }
        var plan = plan();
        var settings = new InputBenchmark.Settings(
                trainingImages(),
                transform,
                plan.inputPipeline().shuffle(),
                DatasetRegistry.near(plan),
                resources(),
                batch,
                seconds,
                rounds,
                cold,
                decodingDevice());
        if (epochs > 0) {
            show(InputBenchmark.epochs(settings, epochs));
            return 0;
        }
        var report = InputBenchmark.run(settings, baseline);
        if (output.json()) {
            System.out.println(Json.write(report.fields()));
        } else if (!output.quiet()) {
            show(report);
        }
        return 0;
    }

    /** What is said as in plans. */
    private Plan plan() {
        var plan = Plan.DEFAULTS
                .with("data", source)
                .with("shuffle", shuffle)
                .with("near", near)
                .with("near-limit", nearLimit);
        plan.refuseConflicts();
        return plan;
    }

    private void show(InputEpochs measured) {
        if (output.json()) {
            System.out.println(Json.write(measured.fields()));
        } else if (!output.quiet()) {
            measured.warnings().forEach(BenchInputCommand::warn);
            System.out.printf(
                    "%-6s%10s%12s%10s%14s%14s%12s%n",
                    "epoch", "images", "images/s", "s", "fetched MB", "near MB", "fetched");
            for (int i = 0; i < measured.epochs().size(); i++) {
                show(i + 1, measured.epochs().get(i));
            }
        }
    }

    private static void show(int number, InputEpochs.Epoch epoch) {
        System.out.printf(
                "%-6d%,10d%,12.0f%10.1f%,14.1f%,14.1f%10.1f %%%n",
                number,
                epoch.images(),
                epoch.imagesPerSecond(),
                epoch.seconds(),
                epoch.near().fetchedBytes() * 1e-6,
                epoch.near().nearBytes() * 1e-6,
                100 * epoch.near().fetchedShare());
    }

    private static void warn(String sentence) {
        System.err.println("stoker: warning: " + sentence);
    }

    private String trainingImages() {
        return StorageAddress.isAddress(source)
                ? source
                : DatasetRegistry.trainingImages(Path.of(source)).toString();
    }

    private Optional<String> decodingDevice() {
        return switch (decode) {
            case "cpu" -> Optional.empty();
            case "device" -> Optional.of(device);
            default -> throw new StokerException("decode must be cpu or device, got " + decode).about("decode");
        };
    }

    private InputBenchmark.InputTransform transform() {
        var byName = new TreeMap<String, InputBenchmark.InputTransform>();
        for (var each : InputBenchmark.InputTransform.values()) {
            byName.put(each.name().toLowerCase(Locale.ROOT), each);
        }
        var transform = byName.get(transformName);
        if (transform == null) {
            throw new StokerException("there is no transform '%s'%s (transforms: %s)"
                    .formatted(
                            transformName,
                            NameSuggestion.didYouMean(transformName, byName.keySet()),
                            String.join(", ", byName.keySet())));
        }
        return transform;
    }

    private PipelineResources resources() {
        if (!(cpu >= 0)) {
            throw new StokerException("input-cpu must be at least 0, got " + cpu).about("input-cpu");
        }
        double cores = cpu == 0 ? Runtime.getRuntime().availableProcessors() : cpu;
        var automatic = PipelineResources.auto();
        var limited = PipelineResources.of(cores, memory.equals(UNLIMITED) ? automatic.memory() : memoryLimit());
        return limited.withWorkers(number("workers", workers, 1, limited.workers()))
                .withPrefetch(number("prefetch", prefetch, 1, limited.prefetch()))
                .withReaders(number("readers", readers, 0, limited.readers()));
    }

    private Bytes memoryLimit() {
        try {
            return Bytes.parse(memory);
        } catch (IllegalArgumentException wrong) {
            throw new StokerException(
                            "input-memory must be %s, or unlimited, got %s".formatted(wrong.getMessage(), memory))
                    .about("input-memory");
        }
    }

    private static Tunable number(String key, String text, int least, Tunable automatic) {
        var number = FlagValues.numberOrAuto(key, text, least);
        return number.isPresent() ? Tunable.fixed(number.getAsInt()) : automatic;
    }

    private static void show(InputBenchmarkReport report) {
        report.warnings().forEach(BenchInputCommand::warn);
        System.out.printf("images/s          %,.0f with %d workers%n", report.imagesPerSecond(), report.workers());
        report.decisions().forEach(decision -> System.out.println("                  " + decision));
        if (report.baselineImagesPerSecond() > 0) {
            System.out.printf(
                    "decode baseline   %,.0f; the pipeline reaches %.1f %%%n",
                    report.baselineImagesPerSecond(),
                    100 * report.imagesPerSecond() / report.baselineImagesPerSecond());
        }
        System.out.printf("MB/s              %,.1f%n", report.megabytesPerSecond());
        var share = report.near();
        if (share.hits() > 0) {
            System.out.printf(
                    "near cache        %,d hits, %,.1f MB; %,.1f MB fetched%n",
                    share.hits(), share.nearBytes() * 1e-6, share.fetchedBytes() * 1e-6);
        }
        System.out.printf(
                "wait per batch    %.1f ms, p95 %.1f, p99 %.1f%n",
                report.batchMillisecondsMedian(), report.batchMilliseconds95(), report.batchMilliseconds99());
        System.out.printf("CPU utilization   %.0f %%%n", 100 * report.cpuUtilization());
        System.out.printf("heap per image    %,d bytes%n", report.heapBytesPerImage());
        System.out.printf(
                "memory            %s of batches, buffers and scratch memory; %,d MiB resident%n",
                report.peakMemory(), report.residentBytes() >> 20);
        if (report.requests().requests() > 0) {
            show(report.requests());
        }
        System.out.println();
        System.out.printf(
                "%-18s%12s%12s%14s%16s%16s%n", "", "elements", "µs each", "busy s", "input wait s", "output wait s");
        report.stages().forEach(BenchInputCommand::show);
    }

    private static void show(RequestStatistics requests) {
        System.out.printf(
                "requests          %,d for %,d records, up to %d at once, %.1f MB/s%n",
                requests.requests(), requests.records(), requests.mostUnderWay(), requests.bandwidth() * 1e-6);
        System.out.printf(
                "latency           %.1f ms, p95 %.1f, p99 %.1f; %,d asked once more, of which %,d came first%n",
                requests.latencyMedian().toNanos() * 1e-6,
                requests.latency95().toNanos() * 1e-6,
                requests.latency99().toNanos() * 1e-6,
                requests.hedges(),
                requests.hedgesWon());
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
