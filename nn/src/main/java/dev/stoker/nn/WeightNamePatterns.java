package dev.stoker.nn;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.nn.internal.WeightNames;
import java.util.Arrays;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Names of weights with wildcards, separated by commas: {@code *} is any text and {@code ?} any letter. A pattern also
 * matches everything inside the layers it matches, so {@code features} is the same as {@code features.*}.
 */
public record WeightNamePatterns(List<String> patterns) {
    public static final WeightNamePatterns NONE = new WeightNamePatterns(List.of());

    public WeightNamePatterns {
        patterns = List.copyOf(patterns);
    }

    public static WeightNamePatterns parse(String text) {
        return new WeightNamePatterns(Arrays.stream(text.split(",", -1))
                .map(String::strip)
                .filter(pattern -> !pattern.isEmpty())
                .toList());
    }

    public boolean isEmpty() {
        return patterns.isEmpty();
    }

    public boolean matches(String name) {
        return patterns.stream().anyMatch(pattern -> matches(pattern, name));
    }

    /** Refuses a pattern that matches none of the names; {@code key} is the setting that holds them. */
    public void requireMatches(String key, Collection<String> names) {
        for (String pattern : patterns) {
            if (names.stream().noneMatch(name -> matches(pattern, name))) {
                throw new StokerException("%s: '%s' matches no weights of the model%s (they are %s)"
                        .formatted(
                                key,
                                pattern,
                                NameSuggestion.didYouMean(pattern, candidates(names)),
                                WeightNames.some(names, 5)));
            }
        }
    }

    private static boolean matches(String pattern, String name) {
        var expression = new StringBuilder();
        for (int i = 0; i < pattern.length(); i++) {
            char letter = pattern.charAt(i);
            expression.append(
                    switch (letter) {
                        case '*' -> ".*";
                        case '?' -> ".";
                        default -> Pattern.quote(Character.toString(letter));
                    });
        }
        return Pattern.matches(expression + "(\\..*)?", name);
    }

    /** Names and the layers around them, for suggestions after a typing mistake. */
    private static Set<String> candidates(Collection<String> names) {
        var candidates = new LinkedHashSet<String>();
        for (String name : names) {
            for (int dot = name.indexOf('.'); dot >= 0; dot = name.indexOf('.', dot + 1)) {
                candidates.add(name.substring(0, dot));
                candidates.add(name.substring(0, dot) + ".*");
            }
            candidates.add(name);
        }
        return candidates;
    }
}
