package dev.stoker.datasets.internal.source;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.datasets.internal.file.ClassNames;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** The classes of a dataset, and the label of each as it may be written: by its name or its number. */
final class ClassLabels {
    /** A larger number is a typing error rather than a class: names for all classes below it would have to be invented. */
    private static final int MOST_CLASSES = 1_000_000;

    private static final int LONGEST_NUMBER = 9;

    private final List<String> names;
    private final Map<String, Integer> labels = new HashMap<>();

    ClassLabels(List<String> names) {
        this.names = List.copyOf(names);
        for (int i = 0; i < names.size(); i++) {
            labels.put(names.get(i), i);
        }
    }

    /** Those of {@code classes.txt} in a folder, or else those that occur: all up to the largest number, or the sorted names. */
    static ClassLabels of(Path folder, String origin, Collection<String> occurring) {
        Path file = folder.resolve(ClassNames.FILE_NAME);
        return Files.exists(file) ? read(file) : new ClassLabels(names(file, origin, occurring));
    }

    static ClassLabels read(Path file) {
        return new ClassLabels(ClassNames.read(file).names());
    }

    private static List<String> names(Path file, String origin, Collection<String> occurring) {
        occurring.stream()
                .filter(text -> text.startsWith("-") && isNumber(text.substring(1)))
                .findFirst()
                .ifPresent(text -> {
                    throw new StokerException(
                            "%s: the label '%s' is negative; labels count from 0, and images without one cannot be trained on: leave them out"
                                    .formatted(origin, text));
                });
        return occurring.stream().allMatch(ClassLabels::isNumber)
                ? numbered(file, origin, occurring)
                : occurring.stream().sorted().toList();
    }

    /** Labels count from 0 to the largest; one that is far from all others is rather a mistake. */
    private static List<String> numbered(Path file, String origin, Collection<String> occurring) {
        long used = occurring.stream().mapToInt(ClassLabels::number).distinct().count();
        int largest = occurring.stream().mapToInt(ClassLabels::number).max().orElse(0);
        if (largest >= MOST_CLASSES || largest + 1 > 2 * used) {
            throw new StokerException(
                    "%s: there is a label %d, but only %d of the labels up to there occur; correct it, or name all classes in %s, one per line"
                            .formatted(origin, largest, used, file));
        }
        return IntStream.rangeClosed(0, largest).mapToObj(Integer::toString).toList();
    }

    private static boolean isNumber(String text) {
        return !text.isEmpty() && text.chars().allMatch(letter -> letter >= '0' && letter <= '9');
    }

    /** With too many digits, one that is larger than any class. */
    private static int number(String text) {
        return text.length() > LONGEST_NUMBER ? MOST_CLASSES : Integer.parseInt(text);
    }

    List<String> names() {
        return names;
    }

    /** The label of a text; empty where it is that of no class. */
    OptionalInt label(String text) {
        var named = labels.get(text);
        if (named != null) {
            return OptionalInt.of(named);
        }
        return isNumber(text) && number(text) < names.size() ? OptionalInt.of(number(text)) : OptionalInt.empty();
    }

    /** What is wrong with a text that is no label. */
    String problem(String text) {
        return "the label '%s' is not one of the %d classes%s"
                .formatted(text, names.size(), NameSuggestion.didYouMean(text, names));
    }
}
