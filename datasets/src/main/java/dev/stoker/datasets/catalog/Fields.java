package dev.stoker.datasets.catalog;

import dev.stoker.core.Bytes;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** The keys of one mapping; each complaint names the file, the line and whose keys they are. */
record Fields(YamlText text, String owner, YamlNode.Mapping mapping) {

    /** A mapping in which nothing but {@code known} keys may stand. */
    static Fields of(YamlText text, String owner, YamlNode node, Set<String> known) {
        if (!(node instanceof YamlNode.Mapping mapping)) {
            throw text.wrong(node.line(), "%s: keys and values are expected here".formatted(owner));
        }
        var fields = new Fields(text, owner, mapping);
        mapping.entries().forEach((key, value) -> {
            if (!known.contains(key)) {
                throw fields.wrong(
                        value.line(), "there is no key '%s'%s".formatted(key, NameSuggestion.hint(key, known)));
            }
        });
        return fields;
    }

    StokerException wrong(int line, String what) {
        return text.wrong(line, owner + ": " + what);
    }

    Optional<YamlNode> optional(String key) {
        return Optional.ofNullable(mapping.entries().get(key));
    }

    YamlNode needed(String key) {
        return optional(key).orElseThrow(() -> wrong(mapping.line(), "the key '%s' is missing".formatted(key)));
    }

    Optional<String> optionalText(String key) {
        return optional(key).map(node -> text(key, node));
    }

    String text(String key) {
        return text(key, needed(key));
    }

    private String text(String key, YamlNode node) {
        if (node instanceof YamlNode.Text(String value, int line)) {
            if (value.isBlank()) {
                throw wrong(line, "'%s' is empty".formatted(key));
            }
            return value;
        }
        throw wrong(node.line(), "'%s' needs one plain value".formatted(key));
    }

    List<String> texts(String key) {
        return sequence(key).stream().map(node -> text(key, node)).toList();
    }

    List<YamlNode> sequence(String key) {
        var node = needed(key);
        if (node instanceof YamlNode.Sequence(List<YamlNode> items, int line)) {
            if (items.isEmpty()) {
                throw wrong(line, "'%s' is empty".formatted(key));
            }
            return items;
        }
        throw wrong(node.line(), "'%s' needs a list".formatted(key));
    }

    YamlNode.Mapping mapping(String key) {
        var node = needed(key);
        if (node instanceof YamlNode.Mapping nested) {
            return nested;
        }
        throw wrong(node.line(), "'%s' needs keys and values".formatted(key));
    }

    int number(String key) {
        long number = longNumber(key);
        if (number > Integer.MAX_VALUE) {
            throw wrong(needed(key).line(), "%s must be at most %d, got %d".formatted(key, Integer.MAX_VALUE, number));
        }
        return (int) number;
    }

    Bytes bytes(String key) {
        return new Bytes(longNumber(key));
    }

    private long longNumber(String key) {
        String value = text(key);
        if (value.matches("[0-9]{1,18}")) {
            return Long.parseLong(value);
        }
        throw wrong(needed(key).line(), "%s must be a whole number, got '%s'".formatted(key, value));
    }

    boolean truth(String key, boolean otherwise) {
        return optionalText(key)
                .map(value -> switch (value) {
                    case "true", "yes" -> true;
                    case "false", "no" -> false;
                    default ->
                        throw wrong(needed(key).line(), "%s must be true or false, got '%s'".formatted(key, value));
                })
                .orElse(otherwise);
    }

    /** The checksum under md5 or sha256; the stronger where both are given. */
    Optional<Checksum> checksum() {
        return List.of(Checksum.Algorithm.SHA256, Checksum.Algorithm.MD5).stream()
                .flatMap(algorithm ->
                        optionalText(algorithm.key()).map(digits -> new Checksum(algorithm, digits)).stream())
                .findFirst();
    }
}
