package dev.stoker.cli;

import dev.stoker.cli.internal.console.ComparisonPrinter;
import dev.stoker.cli.internal.console.ExperimentConsole;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.job.plan.Plan;
import dev.stoker.lab.comparison.Goal;
import dev.stoker.lab.experiment.Experiment;
import dev.stoker.lab.experiment.ExperimentDefinition;
import dev.stoker.lab.experiment.ExperimentFile;
import dev.stoker.lab.experiment.ExperimentPreset;
import dev.stoker.lab.experiment.Variation;
import dev.stoker.telemetry.hardware.CpuInfo;
import dev.stoker.telemetry.hardware.Gpus;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Runs a plan with some keys varied. Besides the options below, every key of the plan is one. */
@Command(
        name = "experiment",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Trains a plan with some keys varied, a process for each run, in shuffled order, and shows the runs side"
                + " by side: time, throughput, utilization, memory, accuracy. DATA may also be a YAML file of a plan"
                + " or of an experiment.",
            "Repeated after an interruption, it continues where it was. The folder RUNS/experiments/NAME has the table"
                    + " as Markdown, CSV, SVG, HTML and JSON."
        })
final class ExperimentCommand implements Callable<Integer> {
    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Option(
            names = "--vary",
            paramLabel = "KEY=VALUES",
            description = "key of the plan, or cores, pinned, devices, and its values, such as batch=32,64; for random"
                    + " search also a range, such as lr=log(1e-4..1e-1)")
    private List<String> vary = new ArrayList<>();

    @Option(
            names = "--preset",
            paramLabel = "NAME",
            description = "preset: values that fit the machine; see --list-presets")
    private @Nullable String preset;

    @Option(names = "--list-presets", description = "list the presets and their values on this machine")
    private boolean listPresets;

    @Option(names = "--repeat", paramLabel = "N", description = "runs of each combination, with other seeds (1)")
    private @Nullable Integer repeat;

    @Option(names = "--random", paramLabel = "N", description = "random search: combinations to sample, instead of all")
    private @Nullable Integer random;

    @Option(
            names = "--target",
            paramLabel = "ACCURACY",
            description = "validation accuracy, as a share, to which training time is counted")
    private @Nullable Double target;

    @Option(
            names = "--price",
            paramLabel = "PRICE",
            description = "price of the machine per hour, for the cost to --target")
    private @Nullable Double price;

    @Option(names = "--retry-failed", description = "run again what failed or ran out of memory")
    private boolean retryFailed;

    @Option(names = "--wide", description = "all columns, however wide the terminal is")
    private boolean wide;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DatasetDownload download;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    private ExperimentCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(new ExperimentCommand(), Map.of());
    }

    @Override
    public Integer call() {
        var asked = new LinkedHashMap<>(arguments.keys());
        var file = file(asked);
        var plan = plan(file, asked);
        if (listPresets) {
            list(machine(plan));
            return 0;
        }
        var definition = definition(file, plan);
        var goal = new Goal(number(file, "target", target), number(file, "price", price));
        var stopped = download.complete(plan.data().data(), output);
        return stopped.isPresent() ? stopped.getAsInt() : run(definition, goal);
    }

    /** The positional argument, where it is a file of keys. */
    private Optional<ExperimentFile> file(Map<String, String> asked) {
        String data = asked.getOrDefault("data", "");
        if (!YamlReader.isFile(data)) {
            return Optional.empty();
        }
        if (arguments.hasFile()) {
            throw new StokerException("%s and --plan are both plans; omit one".formatted(data));
        }
        asked.remove("data");
        return Optional.of(ExperimentFile.read(Path.of(data)));
    }

    private Plan plan(Optional<ExperimentFile> file, Map<String, String> asked) {
        if (file.isEmpty()) {
            return arguments.plan(asked);
        }
        var plan = file.get().plan();
        for (var entry : asked.entrySet()) {
            plan = plan.with(entry.getKey(), entry.getValue());
        }
        return plan;
    }

    private ExperimentDefinition definition(Optional<ExperimentFile> file, Plan plan) {
        var variations = new ArrayList<>(file.map(ExperimentFile::variations).orElse(List.of()));
        vary.forEach(text -> variations.add(Variation.parse(text)));
        Optional.ofNullable(preset)
                .or(() -> file.flatMap(ExperimentFile::preset))
                .ifPresent(
                        name -> variations.addFirst(ExperimentPreset.named(name).variation(machine(plan))));
        return new ExperimentDefinition(
                plan, variations, whole(file, "repeat", repeat).orElse(1), whole(file, "random", random));
    }

    private static OptionalInt whole(Optional<ExperimentFile> file, String name, @Nullable Integer flag) {
        if (flag != null) {
            return OptionalInt.of(flag);
        }
        String text = text(file, name);
        if (!text.matches("\\d{0,9}")) {
            throw new StokerException("%s must be a whole number, got '%s'".formatted(name, text));
        }
        return text.isEmpty() ? OptionalInt.empty() : OptionalInt.of(Integer.parseInt(text));
    }

    private static OptionalDouble number(Optional<ExperimentFile> file, String name, @Nullable Double flag) {
        if (flag != null) {
            return OptionalDouble.of(flag);
        }
        String text = text(file, name);
        if (!text.matches("(\\d{1,9}(\\.\\d{1,9})?)?")) {
            throw new StokerException("%s must be a number, got '%s'".formatted(name, text));
        }
        return text.isEmpty() ? OptionalDouble.empty() : OptionalDouble.of(Double.parseDouble(text));
    }

    private static String text(Optional<ExperimentFile> file, String name) {
        return file.map(each -> each.settings().getOrDefault(name, "")).orElse("");
    }

    private static ExperimentPreset.Machine machine(Plan plan) {
        var cpu = CpuInfo.ofThisMachine();
        boolean gpu = !plan.device().device().toString().equals("cpu")
                && Gpus.probe() instanceof Gpus.Found found
                && !found.devices().isEmpty();
        return new ExperimentPreset.Machine(cpu.cores(), gpu, cpu.hasBfloat16());
    }

    private static void list(ExperimentPreset.Machine machine) {
        for (var each : ExperimentPreset.values()) {
            String values;
            try {
                var variation = each.variation(machine);
                values = "%s=%s".formatted(variation.key(), variation.text());
            } catch (StokerException _) {
                values = "not on this machine";
            }
            System.out.printf("%-11s %s%n%-11s %s%n", each.title(), each.description(), "", values);
        }
    }

    private int run(ExperimentDefinition definition, Goal goal) {
        try (var console = new ExperimentConsole(output);
                var interruption = InterruptHandler.watch(console, "stopped before the first run");
                var experiment = Experiment.open(definition, goal)) {
            String remains = "stopped; repeat the command to continue in %s".formatted(experiment.folder());
            interruption.stopsBy(() -> "stopping", () -> remains);
            if (retryFailed) {
                experiment.retryFailed();
            }
            boolean complete = experiment.run(console, interruption::requested);
            console.clear();
            show(experiment, console.columns());
            if (!complete) {
                console.print(remains);
            }
            return complete ? 0 : interruption.exitCode();
        }
    }

    private void show(Experiment experiment, int columns) {
        if (output.json()) {
            System.out.println(Json.write(experiment.fields()));
        } else if (!output.quiet()) {
            ComparisonPrinter.print(experiment.comparison(), wide ? Integer.MAX_VALUE : columns);
            System.out.println();
            System.out.println("table.md, table.csv, chart.svg, report.html and the runs are in "
                    + PrintableText.of(experiment.folder().toString()));
        }
    }
}
