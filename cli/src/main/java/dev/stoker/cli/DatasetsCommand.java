package dev.stoker.cli;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.registry.DatasetRegistry;
import dev.stoker.job.registry.RegisteredDataset;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the datasets that are available by name. */
@Command(
        name = "datasets",
        mixinStandardHelpOptions = true,
        synopsisSubcommandLabel = "[get NAME]",
        description = {
            "Lists the datasets available by name; `stoker datasets get NAME` downloads one.",
            "Add your own to ~/.config/stoker/datasets.yaml, or to a file given with --catalog."
        },
        subcommands = DatasetsGetCommand.class)
final class DatasetsCommand implements Callable<Integer> {
    private static final String ROW = "%-15s %7s %8s %9s  %-14s  %s%n";
    private static final int LICENSE_WIDTH = 20;

    @Option(names = "--catalog", paramLabel = "FILE", description = "catalog file, read on top of the default one")
    private List<Path> catalogs = List.of();

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var sets = DatasetRegistry.open(catalogs).sets();
        if (output.json()) {
            System.out.println(Json.write(Map.of(
                    "datasets", sets.stream().map(RegisteredDataset::fields).toList())));
        } else if (!output.quiet()) {
            show(sets);
        }
        return 0;
    }

    private static void show(List<RegisteredDataset> sets) {
        System.out.printf(ROW, "name", "classes", "images", "size", "state", "license");
        for (RegisteredDataset set : sets) {
            System.out.printf(
                    ROW,
                    set.name(),
                    set.classes(),
                    "%,d".formatted(set.images()),
                    set.size(),
                    set.state(),
                    shortened(set.license()));
        }
        System.out.printf(
                "%n%s is bundled and always available.%n", Plan.DEFAULTS.data().data());
    }

    /** The JSON and the documentation have all of it. */
    private static String shortened(String license) {
        return license.length() <= LICENSE_WIDTH ? license : license.substring(0, LICENSE_WIDTH - 1) + "…";
    }
}
