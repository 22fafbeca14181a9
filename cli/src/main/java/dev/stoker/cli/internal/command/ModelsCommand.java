package dev.stoker.cli.internal.command;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.PrintableText;
import dev.stoker.core.StokerException;
import dev.stoker.job.RunFinder;
import dev.stoker.job.pareto.ParetoReport;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.predict.ModelFile;
import dev.stoker.job.registry.ModelRegistry;
import dev.stoker.job.registry.ModelSummaryReport;
import dev.stoker.job.registry.RegisteredModel;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.function.Consumer;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the models that can be trained by name, or shows one layer by layer. */
@Command(
        name = "models",
        mixinStandardHelpOptions = true,
        description = {
            "Lists the models available by name and what they cost; with --summary, one of them (or of a YAML"
                    + " file) layer by layer; with --yaml, as a file of layers to change and train.",
            "Activations: about what a training step in fp32 keeps of a batch for the backward pass, besides"
                    + " weights, gradients and optimizer state."
        })
public final class ModelsCommand implements Callable<Integer> {
    private static final String ROW = "%-24s %11s  %7s  %9s  %11s  %-9s  %7s%n";

    @Option(names = "--batch", paramLabel = "N", description = "batch size (${DEFAULT-VALUE})")
    private int batch = 32;

    @Option(names = "--summary", paramLabel = "NAME|FILE", description = "summary: show a model layer by layer")
    private Optional<String> summary = Optional.empty();

    @Option(names = "--yaml", paramLabel = "NAME|FILE", description = "YAML: print a model as a file of layers")
    private Optional<String> yaml = Optional.empty();

    @Option(names = "--size", paramLabel = "N", description = "image size, with --summary or --yaml")
    private Optional<Integer> size = Optional.empty();

    @Option(names = "--channels", paramLabel = "N", description = "image channels, with --summary or --yaml")
    private Optional<Integer> channels = Optional.empty();

    @Option(names = "--classes", paramLabel = "N", description = "number of classes, with --summary or --yaml")
    private Optional<Integer> classes = Optional.empty();

    @Option(
            names = "--pareto",
            paramLabel = "FILE",
            description = "Pareto chart: measure the forward pass of all models, or of runs, and write a page (HTML) of"
                    + " operations, size, speed and accuracy")
    private Optional<Path> pareto = Optional.empty();

    @Option(
            names = "--run",
            paramLabel = "RUN",
            description = "run to compare, with --pareto: its folder or name; may be repeated")
    private List<String> runs = List.of();

    @Option(names = "--device", paramLabel = "NAME", description = "device, with --pareto (auto)")
    private String device = "auto";

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (pareto.isPresent()) {
            compare(pareto.get());
        } else if (!runs.isEmpty()) {
            throw new StokerException("--run belongs to --pareto FILE");
        } else if (summary.isPresent() && yaml.isPresent()) {
            throw new StokerException("--summary and --yaml cannot both be shown; omit one");
        } else if (yaml.isPresent()) {
            System.out.print(ModelRegistry.yaml(yaml.get(), number(size), number(channels), number(classes)));
        } else if (summary.isPresent()) {
            outline(ModelRegistry.outline(summary.get(), number(size), number(channels), number(classes)));
        } else if (size.isPresent() || channels.isPresent() || classes.isPresent()) {
            throw new StokerException("--size, --channels and --classes belong to --summary or --yaml NAME");
        } else {
            list(ModelRegistry.models(batch));
        }
        return 0;
    }

    private void compare(Path page) {
        var finder = new RunFinder(Path.of(Plan.DEFAULTS.run().runs()));
        var folders = runs.stream()
                .map(run -> ModelFile.isIn(Path.of(run)) ? Path.of(run) : finder.find(run))
                .toList();
        Consumer<String> progress = output.quiet() || output.json() ? _ -> {} : System.err::println;
        var report = ParetoReport.of(folders, device, batch, progress);
        report.write(page);
        if (output.json()) {
            System.out.println(Json.write(report.fields()));
        } else if (!output.quiet()) {
            var lines = new ArrayList<List<String>>();
            lines.add(report.columns());
            lines.addAll(report.rows());
            lines.forEach(cells -> System.out.println(PrintableText.of(
                    "%-24s %-10s %9s %10s %11s".formatted(cells.subList(0, 5).toArray())
                            + (cells.size() > 5 ? " %9s  %s".formatted(cells.get(5), cells.get(6)) : ""))));
            System.out.println("charts: " + page);
        }
    }

    private static OptionalInt number(Optional<Integer> option) {
        return option.map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    private void list(List<RegisteredModel> models) {
        if (output.json()) {
            System.out.println(Json.write(Map.of(
                    "models", models.stream().map(RegisteredModel::fields).toList())));
        } else if (!output.quiet()) {
            System.out.printf(ROW, "name", "parameters", "GMACs", "size", "activations", "input", "classes");
            for (RegisteredModel model : models) {
                System.out.printf(
                        ROW,
                        model.name(),
                        "%,d".formatted(model.parameters()),
                        billions(model.multiplyAdds()),
                        model.size(),
                        model.activations(),
                        model.input(),
                        model.classes());
            }
            System.out.printf(
                    "%nGMACs: 10⁹ multiply-adds per image; size: weights in fp32; activations: about what a step"
                            + " keeps of a batch of %d.%nsmall-W is available for any width W, and mobilenet_v1_M,"
                            + " mobilenet_v2_M, mobilenet_v3_small_M and mobilenet_v3_large_M for any multiplier M.%n",
                    batch);
        }
    }

    private void outline(ModelSummaryReport model) {
        if (output.json()) {
            System.out.println(Json.write(model.fields()));
            return;
        }
        if (output.quiet()) {
            return;
        }
        int width = model.lines().stream()
                .mapToInt(line -> label(model, line).length())
                .max()
                .orElse(0);
        String row = "%-" + width + "s  %-24s  %-14s  %12s";
        System.out.println(row.formatted("name", "layer", "output", "parameters"));
        for (var line : model.lines()) {
            String parameters = line.parameters() == 0 ? "" : "%,d".formatted(line.parameters());
            System.out.println(
                    PrintableText.of(row.formatted(label(model, line), line.layer(), line.output(), parameters)
                            .stripTrailing()));
        }
        System.out.printf(
                "%n%s on %s, %d classes: %,d parameters, %s GMACs%n",
                PrintableText.of(model.name()),
                model.input(),
                model.classes(),
                model.parameters(),
                billions(model.multiplyAdds()));
    }

    private static String label(ModelSummaryReport model, ModelSummaryReport.Line line) {
        String name = line.depth() == 0 ? model.name() : line.name().isEmpty() ? "·" : line.name();
        return "  ".repeat(line.depth()) + name;
    }

    private static String billions(long multiplyAdds) {
        return "%.3f".formatted(multiplyAdds / 1e9);
    }
}
