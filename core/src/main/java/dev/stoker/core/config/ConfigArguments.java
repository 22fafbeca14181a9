package dev.stoker.core.config;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Reads the keys of one mapping. A key that was never read is unknown, so that no second list of keys is needed; error
 * messages name the owner.
 */
public final class ConfigArguments {
    private final ConfigNode at;
    private final String owner;
    private final Map<String, ConfigNode> entries;
    private final Set<String> keysRead = new LinkedHashSet<>();

    private ConfigArguments(ConfigNode at, String owner, Map<String, ConfigNode> entries) {
        this.at = at;
        this.owner = owner;
        this.entries = entries;
    }

    public static ConfigArguments of(ConfigNode.Mapping tree, String owner) {
        return new ConfigArguments(tree, owner, tree.entries());
    }

    /** A mapping in which only {@code known} keys may occur. */
    public static ConfigArguments of(ConfigNode tree, String owner, Collection<String> known) {
        if (!(tree instanceof ConfigNode.Mapping mapping)) {
            throw tree.error("%s: keys and values are expected here".formatted(owner));
        }
        var arguments = of(mapping, owner);
        arguments.rejectKeysBeyond(known);
        return arguments;
    }

    /** No keys at all. */
    public static ConfigArguments none(ConfigNode at, String owner) {
        return new ConfigArguments(at, owner, Map.of());
    }

    public Optional<ConfigNode> node(String key) {
        keysRead.add(key);
        return Optional.ofNullable(entries.get(key));
    }

    public ConfigNode requiredNode(String key) {
        return node(key).orElseThrow(() -> missing(key));
    }

    public Optional<String> text(String key) {
        return node(key).map(tree -> scalar(key, tree));
    }

    public String requiredText(String key) {
        return text(key).orElseThrow(() -> missing(key));
    }

    public OptionalInt integer(String key) {
        return text(key).map(text -> OptionalInt.of(integer(key, text))).orElseGet(OptionalInt::empty);
    }

    public int requiredInteger(String key) {
        return integer(key).orElseThrow(() -> missing(key));
    }

    public OptionalDouble number(String key) {
        return text(key).map(text -> OptionalDouble.of(number(key, text))).orElseGet(OptionalDouble::empty);
    }

    public double requiredNumber(String key) {
        return number(key).orElseThrow(() -> missing(key));
    }

    public boolean bool(String key, boolean otherwise) {
        return text(key)
                .map(text -> switch (text) {
                    case "true" -> true;
                    case "false" -> false;
                    default -> throw error(key, "%s must be true or false, got '%s'".formatted(key, text));
                })
                .orElse(otherwise);
    }

    /** One of these words. */
    public Optional<String> oneOf(String key, List<String> words) {
        return text(key).map(text -> {
            if (!words.contains(text)) {
                throw error("%s must be one of %s, got '%s'%s"
                        .formatted(key, String.join(", ", words), text, NameSuggestion.didYouMean(text, words)));
            }
            return text;
        });
    }

    /** A list, or a single value as a list of one. */
    public Optional<List<ConfigNode>> list(String key) {
        return node(key)
                .map(tree ->
                        tree instanceof ConfigNode.Sequence(List<ConfigNode> items, int _) ? items : List.of(tree));
    }

    public Optional<List<String>> texts(String key) {
        return list(key)
                .map(items -> items.stream().map(item -> scalar(key, item)).toList());
    }

    /** One or several integers. */
    public Optional<List<Integer>> integers(String key) {
        return texts(key)
                .map(texts -> texts.stream().map(text -> integer(key, text)).toList());
    }

    public Optional<List<Double>> numbers(String key) {
        return texts(key)
                .map(texts -> texts.stream().map(text -> number(key, text)).toList());
    }

    /** Throws for keys that were not read; call it when all are. */
    public void rejectUnknownKeys() {
        rejectKeysBeyond(keysRead);
    }

    private void rejectKeysBeyond(Collection<String> known) {
        for (var entry : entries.entrySet()) {
            if (!known.contains(entry.getKey())) {
                throw entry.getValue()
                        .error("%s: there is no key '%s'%s (keys: %s)"
                                .formatted(
                                        owner,
                                        entry.getKey(),
                                        NameSuggestion.didYouMean(entry.getKey(), known),
                                        known.isEmpty() ? "none" : String.join(", ", known)));
            }
        }
    }

    public String owner() {
        return owner;
    }

    /** An error in the value of a key, with its line. */
    public StokerException error(String key, String what) {
        return entries.getOrDefault(key, at).error("%s: %s".formatted(owner, what));
    }

    public StokerException error(String what) {
        return at.error("%s: %s".formatted(owner, what));
    }

    private StokerException missing(String key) {
        return error("the key '%s' is missing".formatted(key));
    }

    private String scalar(String key, ConfigNode tree) {
        if (tree instanceof ConfigNode.Scalar(String text, int _)) {
            return text;
        }
        throw tree.error("%s: '%s' needs one plain value".formatted(owner, key));
    }

    private int integer(String key, String text) {
        try {
            return Integer.parseInt(text);
        } catch (NumberFormatException _) {
            throw error(key, "%s must be an integer, got '%s'".formatted(key, text));
        }
    }

    private double number(String key, String text) {
        try {
            double number = Double.parseDouble(text);
            if (Double.isFinite(number)) {
                return number;
            }
        } catch (NumberFormatException _) {
            // reported below, like a number that is not finite
        }
        throw error(key, "%s must be a number, got '%s'".formatted(key, text));
    }
}
