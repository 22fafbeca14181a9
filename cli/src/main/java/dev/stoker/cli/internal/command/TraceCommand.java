package dev.stoker.cli.internal.command;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.console.ReportPrinter;
import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.job.RunFinder;
import dev.stoker.job.plan.PlanKey;
import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.trace.OperatorTable;
import dev.stoker.telemetry.trace.RecordedTrace;
import dev.stoker.telemetry.trace.TraceFile;
import dev.stoker.telemetry.trace.TraceSummary;
import dev.stoker.telemetry.trace.TraceTimeline;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Shows the trace of a run. */
@Command(
        name = "trace",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows the timeline of the steps that `stoker train --profile FROM:TO` recorded: how busy each lane was,"
                    + " how much of the copying overlapped with computing, and the most expensive operators.",
            "Writes trace.svg and trace.html next to trace.json, which Perfetto and chrome://tracing open as well."
        })
public final class TraceCommand implements Callable<Integer> {
    private static final String FILE = "trace.json";

    @Parameters(paramLabel = "RUN", description = "a run, by its folder or its name, or last, or a trace.json")
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private String run;

    @Option(names = "--out", paramLabel = "DIR", description = "output folder (that of the trace)")
    private @Nullable Path out;

    @Option(names = "--lanes", paramLabel = "N", description = "maximum number of lanes (40)")
    private int lanes = 40;

    @Option(
            names = "--operators",
            paramLabel = "N",
            description = "number of the most expensive operators to list (15)")
    private int operators = 15;

    @Option(
            names = "--runs",
            paramLabel = "DIR",
            description = "runs folder, in which names of runs are looked up (runs)")
    private Path runs = Path.of(PlanKey.named("runs").defaultText());

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (lanes < 1) {
            throw new StokerException("--lanes must be at least 1, got " + lanes);
        }
        if (operators < 0) {
            throw new StokerException("--operators must be at least 0, got " + operators);
        }
        Path file = file();
        var trace = TraceFile.read(file);
        var summary = TraceSummary.of(trace);
        if (summary.lanes().isEmpty()) {
            throw new StokerException(
                    "%s holds no span: nothing was recorded, or it is a trace of events without a length; record again with"
                                    .formatted(file)
                            + " `stoker train --profile 20:40`");
        }
        Path folder = folder(file);
        var chart = TraceTimeline.of(trace, title(file), lanes);
        chart.writeSvg(folder.resolve("trace.svg"));
        chart.writeHtml(folder.resolve("trace.html"));
        if (output.json()) {
            var fields = new LinkedHashMap<String, Object>();
            fields.put("trace", file.toString());
            fields.putAll(summary.fields());
            fields.putAll(OperatorTable.of(trace).fields(operators));
            System.out.println(Json.write(fields));
        } else if (!output.quiet()) {
            show(trace, summary, folder);
            OperatorTablePrinter.show(OperatorTable.of(trace), operators);
        }
        return 0;
    }

    private Path file() {
        for (Path place : new Path[] {Path.of(run), runs.resolve(run)}) {
            if (Files.isRegularFile(place)) {
                return place;
            }
            if (Files.isDirectory(place)) {
                return within(place);
            }
        }
        return within(new RunFinder(runs).find(run));
    }

    private static Path within(Path folder) {
        Path file = folder.resolve(FILE);
        if (!Files.isRegularFile(file)) {
            throw new StokerException(
                    Files.isRegularFile(folder.resolve("plan.yaml"))
                            ? "%s is a run without a trace; train with --profile 20:40 to record one".formatted(folder)
                            : "%s is not a run folder: it has no plan.yaml, and no trace.json either; give a run folder or a file"
                                    .formatted(folder));
        }
        return file;
    }

    /** The name of the run folder. */
    private static String title(Path file) {
        Path whole = file.toAbsolutePath().normalize();
        Path folder = whole.getParent();
        return file.endsWith(FILE) && folder != null
                ? Optional.ofNullable(folder.getFileName()).orElse(folder).toString()
                : file.toString();
    }

    private Path folder(Path file) {
        if (out == null) {
            return Optional.ofNullable(file.getParent()).orElse(Path.of(""));
        }
        try {
            return Files.createDirectories(out);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot create the folder %s (%s); choose a writable one with --out"
                            .formatted(out, AtomicFile.reason(failure)),
                    failure);
        }
    }

    private static void show(RecordedTrace trace, TraceSummary summary, Path folder) {
        int width = Math.max(
                12,
                summary.lanes().stream()
                        .mapToInt(lane -> lane.lane().length())
                        .max()
                        .orElse(0));
        String row = "  %-" + width + "s %9s %9s %9s  %s%n";
        System.out.printf(row, "lane", "busy", "waiting", "spans", "longest");
        for (var lane : summary.lanes()) {
            System.out.printf(
                    row,
                    PrintableText.of(lane.lane()),
                    percent(lane.busy()),
                    percent(lane.waiting()),
                    "%,d".formatted(lane.spans()),
                    PrintableText.of(lane.longestText()));
        }
        System.out.println();
        trace.metadata().entrySet().stream()
                .filter(note -> !note.getKey().equals(OperatorTable.MULTIPLY_ADDS))
                .forEach(note -> ReportPrinter.row(note.getKey(), note.getValue()));
        ReportPrinter.row("recorded", "%.1f ms, %,d spans".formatted(trace.nanos() / 1e6, trace.spans()));
        if (trace.dropped() > 0) {
            ReportPrinter.row(
                    "dropped", "%,d spans exceeded the buffers; profile fewer steps".formatted(trace.dropped()));
        }
        summary.overlap()
                .ifPresent(both -> ReportPrinter.row("overlap", "copied while the device computed: " + both.text()));
        ReportPrinter.row("charts", folder.resolve("trace.svg") + ", trace.html");
    }

    private static String percent(double share) {
        return share == 0 ? "–" : "%.1f %%".formatted(100 * share);
    }
}
