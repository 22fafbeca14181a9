package dev.stoker.cli;

import dev.stoker.job.option.ImpliedValue;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.plan.PlanKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Help;
import picocli.CommandLine.IParameterPreprocessor;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.UsageMessageSpec;

/** The keys of the plan as flags of a command. */
final class PlanFlags {
    private PlanFlags() {}

    /** The command with all of them, which its help shows by groups; some get a second, shorter name, by key. */
    static CommandLine commandLine(Object command, Map<String, String> shortNames) {
        var line = new CommandLine(addTo(CommandSpec.forAnnotatedObject(command), shortNames));
        line.getHelpSectionMap().put(UsageMessageSpec.SECTION_KEY_OPTION_LIST, PlanFlags::byGroup);
        return line;
    }

    private static String byGroup(Help help) {
        var left = new LinkedHashMap<String, OptionSpec>();
        help.commandSpec().options().forEach(option -> left.put(option.longestName(), option));
        var groups = new StringBuilder();
        PlanKey.groups().forEach((heading, keys) -> {
            var options = keys.stream()
                    .map(key -> Objects.requireNonNull(left.remove("--" + key.name()), key.name()))
                    .toList();
            groups.append("%n%s%n".formatted(heading)).append(help.optionListExcludingGroups(options));
        });
        return help.optionListExcludingGroups(List.copyOf(left.values())) + groups;
    }

    private static CommandSpec addTo(CommandSpec spec, Map<String, String> shortNames) {
        for (var key : PlanKey.all()) {
            var names = new ArrayList<String>();
            Optional.ofNullable(shortNames.get(key.name())).ifPresent(name -> names.add("--" + name));
            names.add("--" + key.name());
            spec.addOption(option(key, names.toArray(String[]::new)));
        }
        return spec;
    }

    private static OptionSpec option(PlanKey key, String... names) {
        var option = OptionSpec.builder(names)
                .type(String.class)
                .paramLabel("…")
                .arity(key.isSwitch() ? "0..1" : "1")
                .fallbackValue(key.isSwitch() ? "true" : "")
                .description("%s (%s)"
                        .formatted(key.description(), key.defaultText().isEmpty() ? "none" : key.defaultText())
                        .replace("%", "%%"));
        key.impliedValue()
                .ifPresent(implied ->
                        option.arity("0..1").fallbackValue(implied.value()).preprocessor(withImpliedValue(implied)));
        return (key.isSwitch() ? asSwitch(option) : option).build();
    }

    /** Without a value it means true; the next word belongs to it only if it is true or false. */
    private static OptionSpec.Builder asSwitch(OptionSpec.Builder option) {
        return option.type(Boolean.class).arity("0..1").fallbackValue("true");
    }

    /** The next word belongs to it only if it is one of its values. */
    private static IParameterPreprocessor withImpliedValue(ImpliedValue implied) {
        return (words, _, _, how) -> {
            boolean attached = how.get("separator") instanceof String separator && !separator.isBlank();
            if (!attached && (words.isEmpty() || !implied.words().contains(words.peek()))) {
                words.push(implied.value());
            }
            return false;
        };
    }

    /** The keys given on the command line: those of --set first, then flags, then the positional dataset. */
    static Map<String, String> asked(CommandSpec spec, Map<String, String> settings, @Nullable String data) {
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

    /** A plan from a file, where one is given, and from the given keys. */
    static Plan plan(@Nullable Path file, Map<String, String> asked) {
        Plan plan = file == null ? Plan.DEFAULTS : PlanFile.read(file, Plan.DEFAULTS);
        for (var entry : asked.entrySet()) {
            plan = plan.with(entry.getKey(), entry.getValue());
        }
        return plan;
    }
}
