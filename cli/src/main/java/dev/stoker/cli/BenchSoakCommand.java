package dev.stoker.cli;

import dev.stoker.bench.soak.JpegFolder;
import dev.stoker.bench.soak.SoakRecorder;
import dev.stoker.bench.soak.SoakReport;
import dev.stoker.bench.soak.SoakSample;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.core.StokerException;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.plan.Plan;
import dev.stoker.telemetry.log.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Trains for a long time and looks whether anything grows. Besides the options below, every key of the plan is one. */
@Command(
        name = "soak",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Trains for a long time and samples resident memory, the Java heap, native memory, native pointers, threads"
                    + " and descriptors.",
            "Fails (exit code 1) when resident memory grows by more than 2 %% after the warm-up, or there are"
                    + " more threads, descriptors or native pointers.",
            "Without data: JPEG files made from the bundled dataset, a small CNN at 32 pixels in batches of 32, 2"
                    + " workers."
        })
final class BenchSoakCommand implements Callable<Integer> {
    /** What a soak trains with where nothing else is asked for: numbers of threads that nobody tunes, and no end. */
    private static final Map<String, String> DEFAULTS = Map.of(
            "model",
            "cnn",
            "size",
            "32",
            "batch",
            "32",
            "workers",
            "2",
            "prefetch",
            "4",
            "readers",
            "0",
            "epochs",
            "1000000",
            "name",
            "soak");

    private static final int GROWING = 1;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Option(names = "--minutes", paramLabel = "M", description = "training time in minutes (30)")
    private double minutes = 30;

    @Option(
            names = "--soak-warm-up",
            paramLabel = "M",
            description = "warm-up in minutes that does not count (a fifth of the time)")
    private double warmUp = -1;

    @Option(names = "--sample-every", paramLabel = "S", description = "sampling interval in seconds (5)")
    private double interval = 5;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private BenchSoakCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(new BenchSoakCommand(), Map.of());
    }

    @Override
    public Integer call() {
        if (!(minutes > 0) || !(interval > 0) || warmUp >= minutes) {
            throw new StokerException(
                            "minutes and sample-every must be above 0, and soak-warm-up below minutes, got %s, %s and %s"
                                    .formatted(minutes, interval, warmUp))
                    .about("minutes", "sample-every", "soak-warm-up");
        }
        SoakRecorder.countPointers();
        var asked = arguments.hasFile() ? new LinkedHashMap<String, String>() : new LinkedHashMap<>(DEFAULTS);
        asked.putAll(arguments.keys());
        var plan = arguments.planToRun(asked);
        if (arguments.hasFile() || asked.containsKey("data")) {
            return soak(plan);
        }
        try (var images = JpegFolder.create()) {
            return soak(plan.with("data", images.path().toString()));
        }
    }

    private int soak(Plan plan) {
        double warmUpSeconds = 60 * (warmUp < 0 ? minutes / 5 : warmUp);
        try (var interruption = InterruptHandler.watch(BenchSoakCommand::say, "stopped");
                var job = TrainingJob.start(plan)) {
            interruption.stopsBy(() -> "stopping; the report follows", () -> "stopped without a report");
            var samples = samples(job, plan.imagesPerStep(), interruption::requested);
            var report = SoakReport.of(samples, warmUpSeconds);
            report.chart().writeSvg(job.folder().resolve("soak.svg"));
            show(report, job);
            return report.verdict().passed() ? 0 : GROWING;
        }
    }

    private static void say(String line) {
        System.err.println(line);
    }

    private List<SoakSample> samples(TrainingJob job, int batch, BooleanSupplier interrupted) {
        long end = System.nanoTime() + (long) (minutes * TimeUnit.MINUTES.toNanos(1));
        var every = Duration.ofMillis((long) (1000 * interval));
        try (var recorder = SoakRecorder.start(
                every, batch, job.folder().resolve("soak.jsonl"), new SoakProgress(minutes, output)::taken)) {
            job.run(List.of(recorder), () -> interrupted.getAsBoolean() || System.nanoTime() > end);
            return recorder.samples();
        }
    }

    private void show(SoakReport report, TrainingJob job) {
        if (output.json()) {
            var fields = new LinkedHashMap<>(report.fields());
            fields.put("run", job.folder().toString());
            System.out.println(Json.write(fields));
        } else if (!output.quiet()) {
            report.table().forEach(System.out::println);
            System.out.println(
                    "samples: %s, chart: soak.svg".formatted(job.folder().resolve("soak.jsonl")));
            System.out.println(report.verdict().passed() ? "flat: nothing grew" : "NOT flat:");
            report.verdict().problems().forEach(problem -> System.out.println("  " + problem));
        }
    }

    /** A line on standard error for each tenth of the time. */
    private static final class SoakProgress {
        private final double seconds;
        private final boolean silent;
        private int shown = -1;

        SoakProgress(double minutes, OutputOptions output) {
            seconds = 60 * minutes;
            silent = output.quiet();
        }

        void taken(SoakSample sample) {
            int tenth = (int) (10 * sample.seconds() / seconds);
            if (!silent && tenth > shown) {
                System.err.println(
                        shown < 0
                                ? SoakReport.HEAD
                                : SoakReport.row(
                                        "%.0f min".formatted(sample.seconds() / 60), sample, OptionalDouble.empty()));
                shown = tenth;
            }
        }
    }
}
