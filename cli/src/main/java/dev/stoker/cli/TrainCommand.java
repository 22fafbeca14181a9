package dev.stoker.cli;

import dev.stoker.cli.internal.cluster.ClusterOptions;
import dev.stoker.cli.internal.cluster.ClusterRanks;
import dev.stoker.cli.internal.command.LaunchConsole;
import dev.stoker.cli.internal.command.StrategyOptions;
import dev.stoker.cli.internal.console.OutputOptions;
import dev.stoker.cli.internal.console.TrainingConsole;
import dev.stoker.cli.internal.console.TuningConsole;
import dev.stoker.cli.internal.process.EnvironmentRanks;
import dev.stoker.cli.internal.process.InterruptHandler;
import dev.stoker.core.StokerException;
import dev.stoker.distribute.RankSettings;
import dev.stoker.job.RankGroup;
import dev.stoker.job.ResumeOptions;
import dev.stoker.job.RunFinder;
import dev.stoker.job.Strategy;
import dev.stoker.job.TrainingJob;
import dev.stoker.job.WorkerRank;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.setup.BackgroundStart;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Trains a classifier. Besides the options below, every key of the plan is one. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        abbreviateSynopsis = true,
        description = {
            "Trains a classifier; without arguments, a small model on the bundled dataset.",
            "Every flag with a default is also a key of a plan (--plan); flags win over the plan."
        })
final class TrainCommand implements Callable<Integer> {
    private static final int FAILED = 2;

    /** Keys that decide how a process resumes a run, before it does. */
    private static final List<String> BEFORE_RESUMING = List.of("memory", "device", "hogwild-threads");

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private PlanArguments arguments;

    @Option(
            names = "--resume",
            paramLabel = "RUN",
            description = "resume a run, given by its folder or its name, or last")
    private @Nullable String resume;

    @Option(
            names = "--continue",
            description = "resume the newest run of this --name where there is one, else start it; for clusters, which"
                    + " start the same command again")
    private boolean continues;

    @Option(
            names = "--restart",
            description = "with --resume: start the run again from step 0; its files move to RUN/before-1")
    private boolean restart;

    @Option(
            names = "--accept-changes",
            description = "with --resume: continue although data or plan differ from those of the run")
    private boolean acceptChanges;

    @Option(names = "--confusion", description = "confusion matrix: print it at the end")
    private boolean confusion;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private StrategyOptions strategy;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ClusterOptions cluster;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private ClusterRanks clusterRanks;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private DatasetDownload download;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private OutputOptions output;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private TrainCommand() {}

    static CommandLine commandLine() {
        return PlanFlags.commandLine(new TrainCommand(), Map.of());
    }

    @Override
    public Integer call() {
        if (cluster.isGiven()) {
            return trainOnCluster();
        }
        cluster.refuseAlone();
        clusterRanks.refuseAlone();
        var rank = strategy.isSingle() ? Optional.<RankSettings>empty() : EnvironmentRanks.settings();
        if (rank.isPresent() && !rank.get().isFirst()) {
            return follow(rank.get());
        }
        var asked = plan();
        if (rank.isEmpty()) { // ranks choose among the GPUs of a host
            BackgroundStart.startOnlyGpu(asked.device().device().toString());
        }
        var chosen = strategy.choose(rank.isPresent(), asked);
        var plan = chosen.planned(asked);
        return chosen == Strategy.MIRRORED
                ? strategy.launchMirrored(
                        plan, spec.commandLine().getParseResult().originalArgs(), output)
                : train(plan, rank);
    }

    private int train(Plan plan, Optional<RankSettings> rank) {
        try (var ranks = EnvironmentRanks.open(rank, StrategyOptions.ofRanks())) {
            try {
                var stopped = download.complete(plan, output);
                return stopped.isPresent() ? stopped.getAsInt() : trainWith(ranks.group(), plan);
            } catch (RuntimeException failure) {
                ranks.group().ifPresent(group -> group.failed(failure));
                throw failure;
            }
        }
    }

    /** What is wrong with the plan is said before the cluster is asked; rank 0 says the rest. */
    private int trainOnCluster() {
        if (resume == null) {
            var _ = arguments.plan();
        }
        var words = spec.commandLine().getParent().getParseResult().originalArgs();
        return clusterRanks.run(cluster, words, new LaunchConsole(output));
    }

    /** As a rank other than 0, which has nothing to say. */
    private int follow(RankSettings rank) {
        try (var console = new TrainingConsole(output.silent());
                var interruption = InterruptHandler.watch(console, "stopped before the training");
                var group = RankGroup.open(rank, StrategyOptions.ofRanks())) {
            interruption.stopsBy(() -> "", () -> "");
            return new WorkerRank(group).run(interruption::requested) || !interruption.requested()
                    ? 0
                    : interruption.exitCode();
        } catch (RankGroup.RankLostException lost) {
            if (lost.isOfFirst() && isLaunched()) {
                return FAILED; // rank 0 has said why, to the same people
            }
            throw lost;
        }
    }

    private static boolean isLaunched() {
        return System.getenv("STOKER_LAUNCHED") != null;
    }

    private int trainWith(Optional<RankGroup> ranks, Plan plan) {
        try (var console = new TrainingConsole(output);
                var interruption = InterruptHandler.watch(console, "stopped before the training");
                var job = open(plan, console.tuning(), ranks)) {
            EnvironmentRanks.tellRun(job.folder());
            // Before a person sees the folder: from then on an interrupt stops the run and does not end the process.
            interruption.stopsBy(console::stopping, () -> TrainingConsole.remains("quit", job));
            console.begin(job);
            var result = job.run(List.of(console), interruption::requested);
            job.profileNote().ifPresent(console::profiled);
            result.ifPresentOrElse(done -> console.finished(done, confusion), () -> console.stopped(job));
            return result.isPresent() ? 0 : interruption.exitCode();
        }
    }

    /** The plan to run: the one that was asked for, or that of the run to resume. */
    private Plan plan() {
        if (resume == null) {
            refuseAlone("--restart", restart);
            refuseAlone("--accept-changes", acceptChanges);
            return continues ? planToContinue() : arguments.planToRun(arguments.keys());
        }
        if (continues) {
            throw new StokerException("--continue finds the run by its --name; omit --resume");
        }
        if (arguments.hasFile()) {
            throw new StokerException("--resume continues with the plan of the run; omit --plan");
        }
        return planOf(resume, arguments.keys());
    }

    /** The keys that were given are those of the first start, so only the plan of the run counts. */
    private Plan planToContinue() {
        var run = arguments.plan().run();
        if (run.name().equals(Plan.DEFAULTS.run().name())) {
            throw new StokerException("--continue finds the run by its name, and '%s' is the default; choose another"
                            .formatted(run.name()))
                    .about("name");
        }
        var found = new RunFinder(Path.of(run.runs())).newestOf(run.name());
        return found.isPresent() ? planOf(found.get().toString(), Map.of()) : arguments.planToRun(arguments.keys());
    }

    private Plan planOf(String run, Map<String, String> asked) {
        resume = new RunFinder(runs(asked)).find(run).toString(); // once, since the last may be another one later
        var saved = TrainingJob.savedPlan(resume, runs(asked));
        var limited = saved;
        for (String key : BEFORE_RESUMING) {
            limited = asked.containsKey(key) ? limited.with(key, asked.get(key)) : limited;
        }
        limited.run().memory().ifPresent(SizedJvm::replaceUnlessFitting);
        return limited;
    }

    private TrainingJob open(Plan plan, TuningConsole tuning, Optional<RankGroup> ranks) {
        if (resume == null) {
            return TrainingJob.start(plan, tuning, ranks);
        }
        var asked = new LinkedHashMap<>(continues ? Map.of() : arguments.keys());
        String threads = Integer.toString(plan.distributed().hogwildThreads());
        asked.put("hogwild-threads", threads); // the strategy may ask for them
        return TrainingJob.resume(resume, runs(asked), asked, new ResumeOptions(restart, acceptChanges), ranks);
    }

    private static Path runs(Map<String, String> asked) {
        return Path.of(asked.getOrDefault("runs", Plan.DEFAULTS.run().runs()));
    }

    private static void refuseAlone(String flag, boolean given) {
        if (given) {
            throw new StokerException("%s is about a run of before: give it with --resume RUN".formatted(flag));
        }
    }
}
