package dev.stoker.cli.internal.model;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import java.util.Arrays;
import java.util.Locale;

/** Flags whose value is one of some words. */
final class Choices {
    private Choices() {}

    /** The value that a word names. */
    static <T extends Enum<T>> T of(String flag, String word, T[] values) {
        var words = Arrays.stream(values)
                .map(value -> value.name().toLowerCase(Locale.ROOT).replace('_', '-'))
                .toList();
        int at = words.indexOf(word);
        if (at < 0) {
            throw new StokerException("--%s must be %s, got '%s'%s"
                    .formatted(flag, String.join(" or ", words), word, NameSuggestion.didYouMean(word, words)));
        }
        return values[at];
    }
}
