package dev.stoker.datasets.table;

import java.util.OptionalDouble;
import java.util.Set;

/** The texts of one row by the names of the file's columns; what is missing is an empty text. */
@FunctionalInterface
interface TableRow {
    /** How tables say that there is nothing, besides an empty cell. */
    Set<String> MISSING = Set.of("NA", "N/A", "NaN", "nan", "null", "NULL", "?");

    String text(String column);

    /** The text without spaces around it, empty where it says that there is nothing. */
    static String cleaned(String cell) {
        String text = cell.strip();
        return MISSING.contains(text) ? "" : text;
    }

    /** The number that a text is; nothing for other texts, and for numbers that are not finite. */
    static OptionalDouble number(String text) {
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
}
