package dev.stoker.datasets.internal.label;

import java.util.OptionalDouble;

/** Numbers as people write them. */
public final class NumberText {
    private NumberText() {}

    /** The number that a text holds; empty for other texts, and for NaN and infinity. */
    public static OptionalDouble parse(String text) {
        if (!text.matches("[-+]?[0-9.][0-9.eE+-]*")) { // Java reads 1f and 0x1p3, too
            return OptionalDouble.empty();
        }
        try {
            double number = Double.parseDouble(text);
            return Double.isFinite(number) ? OptionalDouble.of(number) : OptionalDouble.empty();
        } catch (NumberFormatException _) {
            return OptionalDouble.empty();
        }
    }

    /** What is wrong with a text of a column that is no number. */
    public static String problem(String column, String text) {
        return "the target %s is '%s', which is no finite number".formatted(column, text);
    }
}
