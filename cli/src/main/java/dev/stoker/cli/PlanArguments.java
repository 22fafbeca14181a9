package dev.stoker.cli;

import dev.stoker.job.plan.Plan;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The plan of a command: a dataset, a file, and keys, each of which is a flag of the command as well. */
final class PlanArguments {
    @Parameters(arity = "0..1", paramLabel = "DATA", description = "dataset, the same as --data")
    private @Nullable String data;

    @Option(names = "--plan", paramLabel = "FILE", description = "plan: a YAML file of keys")
    private @Nullable Path file;

    @Option(names = "--set", paramLabel = "KEY=VALUE", description = "any key of the plan")
    private Map<String, String> settings = new LinkedHashMap<>();

    @Spec(Spec.Target.MIXEE)
    @SuppressWarnings("NullAway.Init") // picocli sets it
    private CommandSpec command;

    boolean hasFile() {
        return file != null;
    }

    /** The plan to run, in a JVM that fits its memory limit; the positional argument may be a file of keys as well. */
    Plan planOrFileToRun() {
        if (file == null && data != null && isPlanFile(data)) {
            file = Path.of(data);
            data = null;
        }
        return planToRun(keys());
    }

    private static boolean isPlanFile(String argument) {
        return argument.endsWith(".yaml") || argument.endsWith(".yml");
    }

    /** The keys that were given, without those of the file. */
    Map<String, String> keys() {
        return PlanFlags.asked(command, settings, data);
    }

    /** The same as words for another Stoker, with the file. */
    List<String> words() {
        var words = new ArrayList<String>();
        if (file != null) {
            words.addAll(List.of("--plan", file.toString()));
        }
        keys().forEach((key, value) -> words.addAll(List.of("--set", "%s=%s".formatted(key, value))));
        return words;
    }

    Plan plan() {
        return plan(keys());
    }

    /** The plan of the file, if any, with these keys instead of those that were given. */
    Plan plan(Map<String, String> asked) {
        return PlanFlags.plan(file, asked);
    }

    /** The same, in a JVM that fits the plan's memory limit. */
    Plan planToRun(Map<String, String> asked) {
        var plan = plan(asked);
        plan.run().memory().ifPresent(SizedJvm::replaceUnlessFitting);
        return plan;
    }
}
