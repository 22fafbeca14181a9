package dev.stoker.lab.experiment;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.yaml.YamlReader;
import dev.stoker.data.yaml.YamlWriter;
import dev.stoker.job.plan.Plan;
import dev.stoker.job.plan.PlanFile;
import dev.stoker.job.plan.PlanKey;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An experiment as YAML: what is varied, how often each run is repeated, and the plan, as keys or as the name of a file.
 *
 * @param plan the base
 * @param settings those among repeat, random, target and price that are given
 */
public record ExperimentFile(
        Plan plan, List<Variation> variations, Optional<String> preset, Map<String, String> settings) {
    private static final List<String> KEYS = List.of("plan", "vary", "preset", "repeat", "random", "target", "price");

    public ExperimentFile {
        variations = List.copyOf(variations);
        settings = Map.copyOf(settings);
    }

    /** Reads a file over the default plan; one without {@code vary} and {@code preset} is a plan alone. */
    public static ExperimentFile read(Path file) {
        var entries = YamlReader.readMapping(file, "experiment").entries();
        if (!entries.containsKey("vary") && !entries.containsKey("preset")) {
            return new ExperimentFile(PlanFile.read(file, Plan.DEFAULTS), List.of(), Optional.empty(), Map.of());
        }
        return YamlReader.inFile(file, () -> read(file, entries));
    }

    private static ExperimentFile read(Path file, Map<String, ConfigNode> entries) {
        var settings = new LinkedHashMap<String, String>();
        entries.forEach((key, value) -> {
            if (!KEYS.contains(key)) {
                throw value.error("an experiment has no key '%s'%s (keys: %s)"
                        .formatted(key, NameSuggestion.didYouMean(key, KEYS), String.join(", ", KEYS)));
            }
            if (value instanceof ConfigNode.Scalar(String text, int _) && !key.equals("plan") && !key.equals("vary")) {
                settings.put(key, text);
            }
        });
        return new ExperimentFile(
                plan(file, Optional.ofNullable(entries.get("plan"))),
                variations(Optional.ofNullable(entries.get("vary"))),
                Optional.ofNullable(settings.remove("preset")),
                settings);
    }

    private static Plan plan(Path file, Optional<ConfigNode> node) {
        if (node.isEmpty()) {
            return Plan.DEFAULTS;
        }
        return switch (node.get()) {
            case ConfigNode.Scalar(String text, int _) -> PlanFile.read(file.resolveSibling(text), Plan.DEFAULTS);
            case ConfigNode.Mapping(var keys, int _) -> {
                var plan = Plan.DEFAULTS;
                for (var entry : keys.entrySet()) {
                    plan = plan.with(entry.getKey(), text(entry.getKey(), entry.getValue()));
                }
                yield plan;
            }
            case ConfigNode.Sequence list -> throw list.error("plan needs a file, or keys and values");
        };
    }

    private static List<Variation> variations(Optional<ConfigNode> node) {
        if (node.isEmpty()) {
            return List.of();
        }
        if (!(node.get() instanceof ConfigNode.Mapping(var keys, int _))) {
            throw node.get().error("vary needs keys with a list of values each, such as batch: [32, 64]");
        }
        var variations = new ArrayList<Variation>();
        keys.forEach((key, value) -> variations.add(
                value instanceof ConfigNode.Sequence(var items, int _)
                        ? Variation.ofList(
                                key, items.stream().map(item -> text(key, item)).toList())
                        : Variation.of(key, text(key, value))));
        return variations;
    }

    private static String text(String key, ConfigNode node) {
        if (node instanceof ConfigNode.Scalar(String text, int _)) {
            return text;
        }
        if (key.equals("model") || key.equals("columns")) {
            return YamlWriter.line(node);
        }
        throw node.error("'%s' needs one plain value".formatted(key));
    }

    /** A definition as a file that {@link #read} understands: keys of the plan that are not at their default. */
    static String text(ExperimentDefinition definition) {
        var vary = new LinkedHashMap<String, ConfigNode>();
        definition.variations().forEach(variation -> vary.put(variation.key(), values(variation)));
        var keys = new LinkedHashMap<String, ConfigNode>();
        PlanKey.all().stream()
                .filter(key -> !key.text(definition.plan()).equals(key.text(Plan.DEFAULTS)))
                .forEach(key -> keys.put(key.name(), ConfigNode.of(key.text(definition.plan()))));
        var text = new StringBuilder("# Repeat this experiment: ./stoker experiment experiment.yaml\n");
        text.append(YamlWriter.block("vary", ConfigNode.of(vary)));
        text.append("repeat: %d\n".formatted(definition.repeat()));
        definition.random().ifPresent(count -> text.append("random: %d\n".formatted(count)));
        return keys.isEmpty()
                ? text.toString()
                : text.append(YamlWriter.block("plan", ConfigNode.of(keys))).toString();
    }

    private static ConfigNode values(Variation variation) {
        return variation.values() instanceof Variation.Values.Listed(var texts)
                ? ConfigNode.of(texts.stream().map(ConfigNode::of).toList())
                : ConfigNode.of(variation.text());
    }
}
