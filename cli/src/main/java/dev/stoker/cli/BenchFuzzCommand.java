package dev.stoker.cli;

import dev.stoker.bench.fuzz.FindingKind;
import dev.stoker.bench.fuzz.FuzzLimits;
import dev.stoker.bench.fuzz.FuzzReplay;
import dev.stoker.bench.fuzz.FuzzReport;
import dev.stoker.bench.fuzz.FuzzRun;
import dev.stoker.bench.fuzz.FuzzSettings;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Gives mutated files to every reader. */
@Command(
        name = "fuzz",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Gives mutated files of all formats to the readers, in processes with limits on time and memory, and"
                    + " compares what they accept with an independent reading.",
            "Ends with exit code 1 where it finds a crash, a hang, a stack trace, too much memory or a wrong result;"
                    + " the files are kept."
        })
final class BenchFuzzCommand implements Callable<Integer> {
    private static final long DEFAULT_INPUTS = 100_000;
    private static final double LONGEST_MINUTES = 1e6;

    @Option(
            names = "--inputs",
            paramLabel = "N",
            description = "inputs to mutate and read (100000; with --minutes no limit)")
    private @Nullable Long inputs;

    @Option(names = "--minutes", paramLabel = "M", description = "time limit in minutes (none)")
    private @Nullable Double minutes;

    @Option(names = "--seed", paramLabel = "N", description = "seed of the mutations (a new one, which is printed)")
    private @Nullable Long seed;

    @Option(names = "--formats", paramLabel = "NAMES", split = ",", description = "formats, separated by commas (all)")
    private @Nullable List<String> formats;

    @Option(names = "--processes", paramLabel = "N", description = "processes at the same time (one per core)")
    private int processes = Runtime.getRuntime().availableProcessors();

    @Option(
            names = "--out",
            paramLabel = "DIR",
            description = "output folder for its state and the files of findings (fuzz)")
    private Path out = Path.of("fuzz");

    @Option(names = "--resume", description = "resume the run in the output folder")
    private boolean resume;

    @Option(
            names = "--replay",
            paramLabel = "FILE",
            description = "replay: read only this file, with the one format of --formats")
    private @Nullable Path replay;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (replay != null) {
            return replay(replay);
        }
        var report = FuzzRun.run(settings(), this::progress);
        if (output.json()) {
            System.out.println(Json.write(report.fields()));
        } else if (!output.quiet()) {
            show(report);
        }
        return report.findings().isEmpty() ? 0 : 1;
    }

    private FuzzSettings settings() {
        if (minutes != null && !(minutes > 0 && minutes <= LONGEST_MINUTES)) {
            throw new StokerException("minutes must be above 0, got " + minutes).about("minutes");
        }
        return new FuzzSettings(
                inputs != null ? inputs : minutes == null ? DEFAULT_INPUTS : Long.MAX_VALUE,
                Duration.ofMillis((long) ((minutes == null ? LONGEST_MINUTES : minutes) * 60_000)),
                seed == null ? OptionalLong.empty() : OptionalLong.of(seed),
                formats == null ? FuzzRun.formats() : formats,
                processes,
                out,
                resume,
                FuzzLimits.DEFAULT);
    }

    private int replay(Path file) {
        if (formats == null || formats.size() != 1) {
            throw new StokerException("a file is replayed as one format; name it").about("formats");
        }
        var result = FuzzReplay.of(file, formats.getFirst());
        System.out.println(result.text());
        return result.found() ? 1 : 0;
    }

    private void progress(FuzzReport report) {
        if (output.quiet() || output.json()) {
            return;
        }
        if (report.inputs() == 0) {
            System.err.printf("seed %d%n", report.seed());
        } else {
            System.err.printf(
                    "%,d inputs in %.0f s, %d findings%n",
                    report.inputs(), report.seconds(), report.findings().size());
        }
    }

    private void show(FuzzReport report) {
        System.out.printf("%-16s%12s%12s%12s", "format", "inputs", "accepted", "refused");
        for (var kind : FindingKind.values()) {
            System.out.printf("%8s", kind);
        }
        System.out.println();
        report.counts().forEach((format, count) -> {
            long found = report.findings().stream()
                    .filter(each -> each.format().equals(format))
                    .count();
            System.out.printf(
                    "%-16s%,12d%,12d%,12d",
                    format, count.accepted() + count.refused() + found, count.accepted(), count.refused());
            for (var kind : FindingKind.values()) {
                System.out.printf("%,8d", report.count(format, kind));
            }
            System.out.println();
        });
        System.out.println();
        report.distinctFindings()
                .forEach((finding, times) -> System.out.printf(
                        "%s, %s, %,d times: %s (%s)%n",
                        finding.format(),
                        finding.kind(),
                        times,
                        finding.summary(),
                        out.resolve("findings").resolve(finding.fileName())));
        System.out.printf(
                "%,d inputs, %d findings, %.2f minutes per 100,000, seed %d%n",
                report.inputs(), report.findings().size(), report.minutesPer100000(), report.seed());
    }
}
