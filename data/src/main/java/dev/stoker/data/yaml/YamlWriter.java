package dev.stoker.data.yaml;

import dev.stoker.core.config.ConfigNode;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a tree as YAML: on one line, or in blocks, in which a collection of plain values stays on one line. */
public final class YamlWriter {
    /** Words, absolute paths, and numbers with a unit. */
    private static final Pattern WORD = Pattern.compile("[A-Za-z/][A-Za-z0-9_./-]*|[0-9]{1,9}[A-Za-z]{1,6}");
    /** Longer ones, such as checksums, are quoted: other readers would round them. */
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]{0,17})(\\.[0-9]+)?(E-?[0-9]+)?");
    /** Words that YAML reads as another type than text; true and false are read back unchanged. */
    private static final Set<String> RESERVED = Set.of("null", "yes", "no", "on", "off", "y", "n");

    private YamlWriter() {}

    public static String line(ConfigNode tree) {
        return switch (tree) {
            case ConfigNode.Scalar leaf -> scalar(leaf.text());
            case ConfigNode.Sequence list ->
                list.items().stream().map(YamlWriter::line).collect(Collectors.joining(", ", "[", "]"));
            case ConfigNode.Mapping mapping ->
                mapping.entries().entrySet().stream()
                        .map(entry -> scalar(entry.getKey()) + ": " + line(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    /** Ends with the end of a line. */
    public static String block(ConfigNode tree) {
        var text = new StringBuilder();
        if (isFlat(tree)) {
            return text.append(line(tree)).append('\n').toString();
        }
        block(tree, "", text);
        return text.toString();
    }

    /** A key and a value as part of a mapping. */
    public static String block(String key, ConfigNode value) {
        var text = new StringBuilder();
        entry(key, value, "", text);
        return text.toString();
    }

    private static void block(ConfigNode tree, String indent, StringBuilder text) {
        switch (tree) {
            case ConfigNode.Scalar _ -> throw new IllegalStateException("a plain value needs no block");
            case ConfigNode.Sequence list -> list.items().forEach(item -> item(item, indent, text));
            case ConfigNode.Mapping mapping ->
                mapping.entries().forEach((key, value) -> entry(key, value, indent, text));
        }
    }

    private static void item(ConfigNode item, String indent, StringBuilder text) {
        if (isFlat(item)) {
            text.append(indent).append("- ").append(line(item)).append('\n');
            return;
        }
        int start = text.length();
        block(item, indent + "  ", text);
        text.setCharAt(start + indent.length(), '-'); // the first line of the block carries the dash
    }

    private static void entry(String key, ConfigNode value, String indent, StringBuilder text) {
        text.append(indent).append(scalar(key)).append(':');
        if (isFlat(value)) {
            text.append(' ').append(line(value)).append('\n');
        } else {
            text.append('\n');
            block(value, indent + "  ", text);
        }
    }

    private static boolean isFlat(ConfigNode tree) {
        return switch (tree) {
            case ConfigNode.Scalar _ -> true;
            case ConfigNode.Sequence list -> list.items().stream().allMatch(ConfigNode.Scalar.class::isInstance);
            case ConfigNode.Mapping mapping ->
                mapping.entries().values().stream()
                        .allMatch(value -> value instanceof ConfigNode.Scalar || isSmall(value));
        };
    }

    /** A pair of numbers, a start. */
    private static boolean isSmall(ConfigNode tree) {
        return switch (tree) {
            case ConfigNode.Scalar _ -> true;
            case ConfigNode.Sequence list -> list.items().size() <= 2 && isFlat(tree);
            case ConfigNode.Mapping mapping -> mapping.entries().size() <= 1 && isFlat(tree);
        };
    }

    private static String scalar(String text) {
        boolean plain = NUMBER.matcher(text).matches()
                || (WORD.matcher(text).matches() && !RESERVED.contains(text.toLowerCase(Locale.ROOT)));
        return plain ? text : quoted(text);
    }

    private static String quoted(String text) {
        var quoted = new StringBuilder("\"");
        text.chars().forEach(letter -> {
            if (letter == '"' || letter == '\\') {
                quoted.append('\\').append((char) letter);
            } else if (Character.isISOControl(letter) || letter == 0x2028 || letter == 0x2029 || letter == 0xfeff) {
                quoted.append("\\u%04x".formatted(letter));
            } else {
                quoted.append((char) letter);
            }
        });
        return quoted.append('"').toString();
    }
}
