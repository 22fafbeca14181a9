package dev.stoker.cli;

import dev.stoker.core.StokerException;
import dev.stoker.job.Plan;
import dev.stoker.job.PlanFile;
import dev.stoker.job.PlanKey;
import dev.stoker.job.TrainingJob;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
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
        var spec = CommandSpec.forAnnotatedObject(new TrainCommand());
        for (var key : PlanKey.all()) {
            String byDefault = key.text(Plan.DEFAULTS);
            var option = OptionSpec.builder("--" + key.name())
                    .type(String.class)
                    .paramLabel("…")
                    .arity(key.isSwitch() ? "0..1" : "1")
                    .fallbackValue(key.isSwitch() ? "true" : "")
                    .description("%s (%s)"
                            .formatted(key.explanation(), byDefault.isEmpty() ? "none" : byDefault)
                            .replace("%", "%%"));
            key.alone()
                    .ifPresent(alone ->
                            option.arity("0..1").fallbackValue(alone.meaning()).preprocessor(standingAlone(alone)));
            spec.addOption((key.isSwitch() ? asSwitch(option) : option).build());
        }
        return new CommandLine(spec);
    }

    /** Alone it means true; a word behind it belongs to it only if it is true or false. */
    private static OptionSpec.Builder asSwitch(OptionSpec.Builder option) {
        return option.type(Boolean.class).arity("0..1").fallbackValue("true");
    }

    /** A word behind it belongs to it only if it is one of its values. */
    private static IParameterPreprocessor standingAlone(PlanKey.Alone alone) {
        return (words, _, _, how) -> {
            boolean attached = how.get("separator") instanceof String separator && !separator.isBlank();
            if (!attached && (words.isEmpty() || !alone.words().contains(words.peek()))) {
                words.push(alone.meaning());
            }
            return false;
        };
    }

    @Override
    public Integer call() {
        var asked = asked();
        var console = new Console(output);
        var interruption = Interruption.watch();
        try (var job = open(asked)) {
            console.begin(job);
            var result = job.run(List.of(console), interruption::requested);
            result.ifPresentOrElse(done -> console.finished(done, confusion), () -> console.stopped(job));
            return result.isPresent() ? 0 : Interruption.EXIT_CODE;
        } finally {
            console.close();
            interruption.finished();
        }
    }

    private TrainingJob open(Map<String, String> asked) {
        if (resume == null) {
            Plan chosen = plan == null ? Plan.DEFAULTS : PlanFile.read(plan, Plan.DEFAULTS);
            for (var entry : asked.entrySet()) {
                chosen = chosen.with(entry.getKey(), entry.getValue());
            }
            return TrainingJob.start(chosen);
        }
        if (plan != null) {
            throw new StokerException("--resume continues with the run's own plan; leave --plan out");
        }
        return TrainingJob.resume(resume, Path.of(asked.getOrDefault("runs", Plan.DEFAULTS.runs())), asked);
    }

    /** The keys given on the command line: --set first, then flags, then the positional data set. */
    private Map<String, String> asked() {
        var asked = new LinkedHashMap<String, String>(settings);
        for (var key : PlanKey.all()) {
            Optional.ofNullable(spec.commandLine().getParseResult().matchedOption("--" + key.name()))
                    .ifPresent(option -> asked.put(key.name(), option.getValue().toString()));
        }
        if (data != null) {
            asked.put("data", data);
        }
        return asked;
    }
}
