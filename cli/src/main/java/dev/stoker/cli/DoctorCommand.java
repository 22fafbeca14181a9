package dev.stoker.cli;

import dev.stoker.cli.internal.console.DiagnosisPrinter;
import dev.stoker.cli.internal.console.DoctorConsole;
import dev.stoker.cli.internal.console.FindingsPrinter;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.job.Rig;
import dev.stoker.job.plan.Plan;
import dev.stoker.lab.doctor.Diagnosis;
import dev.stoker.lab.doctor.InterleavedRounds;
import dev.stoker.lab.doctor.MeasurementSettings;
import dev.stoker.lab.doctor.Measurements;
import dev.stoker.lab.doctor.check.Inspection;
import dev.stoker.lab.doctor.fix.FixResult;
import dev.stoker.lab.scaling.RankScaling;
import dev.stoker.lab.scaling.ScalingMeasurement;
import dev.stoker.lab.scaling.ScalingSettings;
import dev.stoker.telemetry.log.Json;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Finds what limits a plan. Besides the options below, every key of the plan is one. */
@Command(
        name = "doctor",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Why is my training slow: measures the input pipeline, the copy to the device, training steps and the whole"
                    + " training loop of a plan in turn, names the bottleneck, and predicts what other resources would"
                    + " give. DATA may be a plan, too: a file that ends in .yaml.",
            "Measures until 95 %% confidence intervals are within 3 %%, for two minutes at most. Keeps no model and"
                    + " creates no run folder."
        })
final class DoctorCommand implements Callable<Integer> {
    /** For each alternative that a check compares. */
    private static final Duration TRIAL = Duration.ofSeconds(4);

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Option(names = "--time", paramLabel = "TIME", description = "time for all measurements, such as 30s or 5m (2m)")
    private String time = "2m";

    @Option(
            names = {"-n", "--ranks"},
            paramLabel = "N",
            description = "ranks on this host whose scaling is measured; auto: all GPUs, or one on a CPU (auto)")
    private String ranks = "auto";

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DoctorFixOptions fixing;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DatasetDownload download;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private DoctorCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(new DoctorCommand(), Map.of());
    }

    @Override
    public Integer call() {
        fixing.check();
        var settings = MeasurementSettings.DEFAULTS.withTime(FlagValues.time("time", time));
        var plan = arguments.planOrFileToRun();
        var stopped = download.complete(plan.data().data(), output);
        if (stopped.isPresent()) {
            return stopped.getAsInt();
        }
        try (var console = new DoctorConsole(output);
                var _ = InterruptHandler.watch(console, "stopped; nothing was written")) {
            diagnose(plan, settings, console);
            return 0;
        }
    }

    private void diagnose(Plan plan, MeasurementSettings settings, DoctorConsole console) {
        try (var rig = Rig.open(plan, console)) {
            var diagnosis = Diagnosis.of(withRanks(InterleavedRounds.of(rig, settings, console), rig, console));
            var inspection = Inspection.of(plan, rig, diagnosis.measurements(), TRIAL, console);
            console.clear();
            show(() -> {
                DiagnosisPrinter.print(diagnosis);
                FindingsPrinter.print(inspection);
            });
            var fields = new LinkedHashMap<>(diagnosis.fields());
            fields.put("findings", inspection.fields());
            if (fixing.wanted()) {
                fix(fixing.result(plan, rig, inspection, settings.time(), console), fields, console);
            }
            if (output.json()) {
                System.out.println(Json.write(fields));
            }
        }
    }

    private Measurements withRanks(Measurements measured, Rig rig, DoctorConsole console) {
        int count = FlagValues.numberOrAuto("ranks", ranks, 1)
                .orElseGet(() -> rig.isOnGpu() ? BenchScalingCommand.gpus() : 1);
        if (count == 1) {
            return measured;
        }
        console.measuring("%d ranks".formatted(count), 1, 1);
        var settings = ScalingSettings.brief(
                count, rig.gradientBucket(), BenchScalingCommand.words(arguments, rig.isOnGpu(), count));
        return measured.with(RankScaling.of(ScalingMeasurement.of(settings, rig.batch(), _ -> {})));
    }

    private void fix(FixResult result, Map<String, Object> fields, DoctorConsole console) {
        var file = fixing.written(result);
        console.clear();
        fields.putAll(result.fields());
        file.ifPresent(written -> fields.put("plan", written.toString()));
        show(() -> FindingsPrinter.print(result, file));
    }

    /** For people only. */
    private void show(Runnable asText) {
        if (!output.json() && !output.quiet()) {
            asText.run();
        }
    }
}
