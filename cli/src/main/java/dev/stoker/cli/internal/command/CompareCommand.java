package dev.stoker.cli.internal.command;

import dev.stoker.cli.internal.console.ComparisonPrinter;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.job.RunFinder;
import dev.stoker.lab.comparison.ComparedRuns;
import dev.stoker.lab.comparison.ComparisonFiles;
import dev.stoker.lab.comparison.ComparisonJson;
import dev.stoker.lab.comparison.Goal;
import dev.stoker.lab.comparison.RunFiguresReader;
import dev.stoker.lab.comparison.Verdict;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Compares runs that exist. */
@Command(
        name = "compare",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Shows runs side by side, and says what differs beyond the noise. Runs of the same plan but for the seed"
                    + " are one row; columns at the left are the keys in which the plans differ.",
            "Noise is that between runs of a row, or between the epochs of a single run (Welch's t-test)."
        })
public final class CompareCommand implements Callable<Integer> {
    @Parameters(
            arity = "1..*",
            paramLabel = "RUN",
            description = "runs: folders, names, or last; the first is the baseline")
    private List<String> names = new ArrayList<>();

    @Option(
            names = "--target",
            paramLabel = "ACCURACY",
            description = "validation accuracy, as a share, to which training time is counted")
    private Optional<Double> target = Optional.empty();

    @Option(
            names = "--price",
            paramLabel = "PRICE",
            description = "price of the machine per hour, for the cost to --target")
    private Optional<Double> price = Optional.empty();

    @Option(names = "--out", paramLabel = "DIR", description = "folder for the table as Markdown, CSV, SVG and HTML")
    private Optional<Path> out = Optional.empty();

    @Option(names = "--runs", paramLabel = "DIR", description = "runs folder (runs)")
    private Path runs = Path.of("runs");

    @Option(names = "--wide", description = "all columns, however wide the terminal is")
    private boolean wide;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        var goal = new Goal(number(target), number(price));
        var finder = new RunFinder(runs);
        var folders = names.stream().map(finder::find).distinct().toList();
        if (folders.size() < 2) {
            throw new StokerException("a comparison needs at least two runs, got %s".formatted(folders.getFirst()));
        }
        var comparison =
                ComparedRuns.of(folders.stream().map(RunFiguresReader::read).toList(), goal);
        out.ifPresent(folder -> ComparisonFiles.write(folder, comparison, Verdict.sentences(comparison)));
        if (output.json()) {
            System.out.println(Json.write(ComparisonJson.fields(comparison)));
        } else if (!output.quiet()) {
            ComparisonPrinter.print(comparison, wide ? Integer.MAX_VALUE : ComparisonPrinter.columns());
        }
        return 0;
    }

    private static OptionalDouble number(Optional<Double> option) {
        return option.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
    }
}
