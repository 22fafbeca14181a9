package dev.stoker.cli.internal.command;

import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.core.StokerException;
import dev.stoker.core.TaskMetric;
import dev.stoker.job.RunFinder;
import dev.stoker.job.RunSummary;
import dev.stoker.telemetry.log.Json;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Lists the runs of a folder. */
@Command(
        name = "runs",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Lists runs, the best first: epochs, best accuracy on the validation split, accuracy of the best weights on"
                    + " the test split (mAP of runs with several labels per image), throughput of the last epoch, and"
                    + " whether the run is running, finished, stopped, failed or damaged.",
            "The name of a run resumes it: `stoker train --resume NAME`; last is the newest."
        })
public final class RunsCommand implements Callable<Integer> {
    private static final Comparator<Optional<TaskMetric>> KNOWN_AND_BEST_FIRST =
            Comparator.comparing(metric -> metric.orElse(null), Comparator.nullsLast(TaskMetric.BEST_FIRST));

    @Option(
            names = "--by",
            paramLabel = "ORDER",
            description =
                    "order: accuracy or the metric that a run has instead, loss, time (the shortest training first)"
                            + " or newest (accuracy)")
    private String by = "accuracy";

    @Option(names = "--runs", paramLabel = "DIR", description = "runs folder (runs)")
    private Path runs = Path.of("runs");

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Override
    public Integer call() {
        if (!Files.isDirectory(runs)) {
            throw new StokerException("there is no folder %s; train first, or name another with runs"
                            .formatted(runs.toAbsolutePath().normalize()))
                    .about("runs");
        }
        var found = new RunFinder(runs)
                .newestFirst().stream().map(RunSummary::of).sorted(order()).toList();
        if (output.json()) {
            System.out.println(Json.write(
                    Map.of("runs", found.stream().map(RunSummary::fields).toList())));
        } else if (!output.quiet()) {
            if (found.isEmpty()) {
                System.out.println("no runs in " + runs);
            } else {
                RunTable.lines(found).forEach(System.out::println);
            }
        }
        return 0;
    }

    /** Runs of which that is not known come last; of equal ones the newest is first. */
    private Comparator<RunSummary> order() {
        return switch (by) {
            case "accuracy" -> Comparator.comparing(RunSummary::metric, KNOWN_AND_BEST_FIRST);
            case "loss" -> Comparator.comparingDouble(run -> run.loss().orElse(Double.MAX_VALUE));
            case "time" -> Comparator.comparingDouble(run -> run.seconds().orElse(Double.MAX_VALUE));
            case "newest" -> Comparator.comparing(RunSummary::started).reversed();
            default ->
                throw new StokerException("by must be accuracy, loss, time or newest, got '%s'".formatted(by))
                        .about("by");
        };
    }
}
