package dev.stoker.cli.internal.console;

import dev.stoker.core.PrintableText;
import dev.stoker.train.evaluation.ConfusionMatrix;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.IntStream;

/**
 * The columns of a confusion matrix.
 *
 * @param names of the classes, for its rows
 * @param headings of its columns: the start of each name, or its end, or a number where neither tells classes apart
 */
record ConfusionMatrixLayout(List<String> names, List<String> headings, int titleWidth, int cellWidth) {
    private static final int LAST_COLUMN = 9;
    private static final int LONGEST_NAME = 16;
    private static final int SHORTEST_NAME = 8;
    private static final int WIDEST_CELL = 9;

    /** Empty where the classes are too many for the width. */
    static Optional<ConfusionMatrixLayout> of(ConfusionMatrix confusion, List<String> classes, int columns) {
        var printable = classes.stream().map(PrintableText::of).toList();
        int count = confusion.classes();
        int title = titleWidth(printable, columns - LAST_COLUMN - count * WIDEST_CELL);
        int cell = Math.min(WIDEST_CELL, (columns - LAST_COLUMN - title) / count);
        if (cell < narrowestCell(confusion)) {
            return Optional.empty();
        }
        var headings = headings(printable, cell - 1);
        boolean numbered = headings.stream().allMatch(heading -> heading.matches("[0-9]+"));
        var names = IntStream.range(0, count)
                .mapToObj(label -> numbered && !headings.equals(printable)
                        ? "%d %s".formatted(label, printable.get(label))
                        : printable.get(label))
                .map(name -> shortened(name, title))
                .toList();
        return Optional.of(new ConfusionMatrixLayout(names, headings, title, cell));
    }

    /** As wide as the longest name, unless cells would be narrower for that. */
    private static int titleWidth(List<String> names, int room) {
        int longest = names.stream().mapToInt(String::length).max().orElse(0);
        return Math.clamp(longest, SHORTEST_NAME + 1, Math.max(LONGEST_NAME, Math.min(longest, room)));
    }

    private static int narrowestCell(ConfusionMatrix confusion) {
        long largest = IntStream.range(0, confusion.classes())
                .boxed()
                .flatMapToLong(label -> IntStream.range(0, confusion.classes())
                        .mapToLong(prediction -> confusion.count(label, prediction)))
                .max()
                .orElse(0);
        return Math.max("100%".length(), Long.toString(largest).length()) + 1;
    }

    private static List<String> headings(List<String> names, int width) {
        UnaryOperator<String> start = name -> name.substring(0, Math.min(width, name.length()));
        UnaryOperator<String> end = name -> name.substring(Math.max(0, name.length() - width));
        for (var shortening : List.of(start, end)) {
            var headings = names.stream().map(shortening).toList();
            if (new HashSet<>(headings).size() == names.size()) {
                return headings;
            }
        }
        return IntStream.range(0, names.size()).mapToObj(Integer::toString).toList();
    }

    static String shortened(String name, int width) {
        return name.length() <= width ? name : name.substring(0, width - 1) + "…";
    }

    String name(int label) {
        return names.get(label);
    }

    String heading(int label) {
        return headings.get(label);
    }

    String title(String text) {
        return ("%-" + titleWidth + "s").formatted(text);
    }

    String cell(String text) {
        return ("%" + cellWidth + "s").formatted(text);
    }

    String lastColumn(String text) {
        return ("%" + LAST_COLUMN + "s").formatted(text);
    }
}
