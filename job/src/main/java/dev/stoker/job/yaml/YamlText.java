package dev.stoker.job.yaml;

import dev.stoker.core.Tree;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes a tree as YAML: on one line, or in blocks in which what holds plain values alone stays on its line. */
public final class YamlText {
    private static final Pattern WORD = Pattern.compile("[A-Za-z][A-Za-z0-9_./-]*");
    private static final Pattern NUMBER = Pattern.compile("-?(0|[1-9][0-9]*)(\\.[0-9]+)?(E-?[0-9]+)?");
    /** Words that YAML takes for something else than a text; true and false are read back as they stand. */
    private static final Set<String> OTHERWISE = Set.of("null", "yes", "no", "on", "off", "y", "n");

    private YamlText() {}

    public static String line(Tree tree) {
        return switch (tree) {
            case Tree.Leaf leaf -> scalar(leaf.text());
            case Tree.Items list ->
                list.items().stream().map(YamlText::line).collect(Collectors.joining(", ", "[", "]"));
            case Tree.Entries mapping ->
                mapping.entries().entrySet().stream()
                        .map(entry -> scalar(entry.getKey()) + ": " + line(entry.getValue()))
                        .collect(Collectors.joining(", ", "{", "}"));
        };
    }

    /** Ends with the end of a line. */
    public static String block(Tree tree) {
        var text = new StringBuilder();
        if (isFlat(tree)) {
            return text.append(line(tree)).append('\n').toString();
        }
        block(tree, "", text);
        return text.toString();
    }

    /** A key and a value as part of a mapping. */
    public static String block(String key, Tree value) {
        var text = new StringBuilder();
        entry(key, value, "", text);
        return text.toString();
    }

    private static void block(Tree tree, String indent, StringBuilder text) {
        switch (tree) {
            case Tree.Leaf _ -> throw new IllegalStateException("a plain value needs no block");
            case Tree.Items list -> list.items().forEach(item -> item(item, indent, text));
            case Tree.Entries mapping -> mapping.entries().forEach((key, value) -> entry(key, value, indent, text));
        }
    }

    private static void item(Tree item, String indent, StringBuilder text) {
        if (isFlat(item)) {
            text.append(indent).append("- ").append(line(item)).append('\n');
            return;
        }
        int start = text.length();
        block(item, indent + "  ", text);
        text.setCharAt(start + indent.length(), '-'); // the first line of the block carries the dash
    }

    private static void entry(String key, Tree value, String indent, StringBuilder text) {
        text.append(indent).append(scalar(key)).append(':');
        if (isFlat(value)) {
            text.append(' ').append(line(value)).append('\n');
        } else {
            text.append('\n');
            block(value, indent + "  ", text);
        }
    }

    private static boolean isFlat(Tree tree) {
        return switch (tree) {
            case Tree.Leaf _ -> true;
            case Tree.Items list -> list.items().stream().allMatch(Tree.Leaf.class::isInstance);
            case Tree.Entries mapping ->
                mapping.entries().values().stream().allMatch(value -> value instanceof Tree.Leaf || isSmall(value));
        };
    }

    /** A pair of numbers, a start. */
    private static boolean isSmall(Tree tree) {
        return switch (tree) {
            case Tree.Leaf _ -> true;
            case Tree.Items list -> list.items().size() <= 2 && isFlat(tree);
            case Tree.Entries mapping -> mapping.entries().size() <= 1 && isFlat(tree);
        };
    }

    private static String scalar(String text) {
        boolean plain = NUMBER.matcher(text).matches()
                || (WORD.matcher(text).matches() && !OTHERWISE.contains(text.toLowerCase(Locale.ROOT)));
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
