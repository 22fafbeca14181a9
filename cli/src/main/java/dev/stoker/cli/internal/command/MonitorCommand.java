package dev.stoker.cli.internal.command;

import dev.stoker.cli.internal.console.MonitorScreen;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.MonitoredCommand;
import dev.stoker.cli.internal.process.StopSignal;
import dev.stoker.core.StokerException;
import dev.stoker.telemetry.hardware.GpuSensors;
import dev.stoker.telemetry.hardware.ProcessTree;
import dev.stoker.telemetry.log.Json;
import dev.stoker.telemetry.monitor.Sample;
import dev.stoker.telemetry.monitor.SampleCsv;
import dev.stoker.telemetry.monitor.SampleStatistics;
import dev.stoker.telemetry.monitor.Sampler;
import dev.stoker.telemetry.monitor.Sampling;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.IntSupplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Samples GPUs, machine and the processes of a command. */
@Command(
        name = "monitor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Samples the utilization of GPUs and machine, and of a command with all its child processes; at the end"
                    + " prints median, 10th and 90th percentile and peak of each quantity.",
            "The exit code is that of the command. Without one it runs until Ctrl-C."
        })
public final class MonitorCommand implements Callable<Integer> {
    private static final Duration SHORTEST = Duration.ofMillis(10);
    private static final Duration ENDLESS = Duration.ofDays(36_500);

    @Option(names = "--every", paramLabel = "TIME", description = "sampling interval, such as 500ms or 2s (500ms)")
    private String every = "500ms";

    @Option(names = "--for", paramLabel = "TIME", description = "without a command: stop after this time, such as 30s")
    private @Nullable String longest;

    @Option(names = "--csv", paramLabel = "FILE", description = "CSV file to write the samples to, a row for each")
    private @Nullable Path csv;

    @Parameters(paramLabel = "COMMAND", arity = "0..*", description = "command to run and its arguments, after --")
    private List<String> command = new ArrayList<>();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private final SampleStatistics statistics = new SampleStatistics();

    /** Flags after the first word of the command are the command's. */
    public static CommandLine commandLine() {
        return new CommandLine(new MonitorCommand()).setStopAtPositional(true);
    }

    @Override
    public Integer call() {
        var interval = SamplingTime.parse("--every", every);
        if (interval.compareTo(SHORTEST) < 0) {
            throw new StokerException("--every must be at least 10ms, got " + every);
        }
        if (longest != null && !command.isEmpty()) {
            throw new StokerException(
                    "--for is for monitoring without a command; a command is monitored until it ends");
        }
        var time = longest == null ? ENDLESS : SamplingTime.parse("--for", longest);
        try (var gpus = GpuSensors.open()) {
            return command.isEmpty() ? machine(gpus, interval, time) : command(gpus, interval);
        }
    }

    private void noteMissing(GpuSensors gpus) {
        if (!output.quiet()) {
            gpus.whyNone().ifPresent(reason -> System.err.println("stoker: no GPU: " + reason));
        }
    }

    private int machine(GpuSensors gpus, Duration interval, Duration time) {
        var stop = StopSignal.watch();
        noteMissing(gpus);
        var screen = MonitorScreen.standardOutput(output);
        return sampled(screen, interval, new Sampler(gpus, Optional.empty()), () -> {
            stop.await(time);
            return stop.exitCode();
        });
    }

    private int command(GpuSensors gpus, Duration interval) {
        var screen = MonitorScreen.beside(output);
        try (var child = MonitoredCommand.prepare(command)) {
            var tree = ProcessTree.ofChildren();
            int code = sampled(screen, interval, new Sampler(gpus, Optional.of(tree)), () -> {
                child.start(output.json());
                noteMissing(gpus);
                return child.exitCode();
            });
            remaining(tree, child);
            return code;
        }
    }

    private int sampled(MonitorScreen screen, Duration interval, Sampler sampler, IntSupplier wait) {
        int code;
        try (var table = csv == null ? null : SampleCsv.create(csv)) {
            if (table != null) {
                table.header(sampler.subjects());
            }
            try (var sampling = Sampling.start(() -> sampler, interval, sample -> taken(sample, screen, table))) {
                sampling.awaitFirst();
                code = wait.getAsInt();
            }
        }
        report(screen, code);
        return code;
    }

    private void taken(Sample sample, MonitorScreen screen, @Nullable SampleCsv table) {
        statistics.add(sample);
        if (table != null) {
            table.add(sample);
        }
        screen.show(sample);
    }

    private void report(MonitorScreen screen, int code) {
        if (output.json()) {
            var fields = new LinkedHashMap<String, Object>();
            if (!command.isEmpty()) {
                fields.put("command", List.copyOf(command));
                fields.put("exit_code", code);
            }
            fields.putAll(statistics.fields());
            System.out.println(Json.write(fields));
        } else if (!output.quiet()) {
            screen.summary(statistics);
        }
    }

    /** Processes that a command leaves in the background are its own affair, unless somebody wanted it to end. */
    private void remaining(ProcessTree tree, MonitoredCommand started) {
        var left = tree.numbers().stream()
                .filter(number -> number != started.number())
                .filter(number -> ProcessHandle.of(number)
                        .filter(each -> each.info().command().isPresent())
                        .isPresent())
                .sorted()
                .toList();
        if (left.isEmpty()) {
            return;
        }
        if (started.wasSignaled()) {
            MonitoredCommand.end(left);
        } else if (!output.quiet()) {
            System.err.println("stoker: processes of the command are still running: "
                    + String.join(", ", left.stream().map(String::valueOf).toList()));
        }
    }
}
