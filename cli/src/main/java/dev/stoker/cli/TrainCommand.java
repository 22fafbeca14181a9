package dev.stoker.cli;

import dev.stoker.core.StokerException;
import dev.stoker.job.Plan;
import dev.stoker.job.TrainingJob;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** Trains a classifier. Besides the options below, every key of the plan is one. */
@Command(
        name = "train",
        mixinStandardHelpOptions = true,
        sortOptions = false,
        description = {
            "Trains a classifier; without arguments, a small net on the data that ships inside.",
            "Every flag with a default is also a key of a plan (--plan); flags win over the plan."
        })
final class TrainCommand implements Callable<Integer> {
    @Parameters(arity = "0..1", paramLabel = "DATA", description = "the same as --data")
    private @Nullable String data;

    @Option(names = "--plan", paramLabel = "FILE", description = "read keys from a YAML plan")
    private @Nullable Path plan;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "set any key of the plan")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Option(names = "--resume", paramLabel = "RUN", description = "continue a run, given by its folder or its name")
    private @Nullable String resume;

    @Option(names = "--confusion", description = "show at the end which classes were taken for which")
    private boolean confusion;

    @Mixin
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private Output output;

    @Spec
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec spec;

    private TrainCommand() {}

    static CommandLine commandLine() {
        return new CommandLine(PlanFlags.addTo(CommandSpec.forAnnotatedObject(new TrainCommand()), Map.of()));
    }

    @Override
    public Integer call() {
        var asked = PlanFlags.asked(spec, settings, data);
        var console = new Console(output);
        var interruption = Interruption.watch();
        try (var job = open(asked, new TuningConsole(output, interruption::requested))) {
            console.begin(job);
            var result = job.run(List.of(console), interruption::requested);
            job.profileNote().ifPresent(console::profiled);
            result.ifPresentOrElse(done -> console.finished(done, confusion), () -> console.stopped(job));
            return result.isPresent() ? 0 : Interruption.EXIT_CODE;
        } finally {
            console.close();
            interruption.finished();
        }
    }

    private TrainingJob open(Map<String, String> asked, TuningConsole tuning) {
        if (resume == null) {
            return TrainingJob.start(PlanFlags.plan(plan, asked), tuning);
        }
        if (plan != null) {
            throw new StokerException("--resume continues with the run's own plan; leave --plan out");
        }
        return TrainingJob.resume(resume, Path.of(asked.getOrDefault("runs", Plan.DEFAULTS.runs())), asked);
    }
}
