package dev.stoker.datasets.table;

import dev.stoker.datasets.internal.label.NumberText;
import java.util.OptionalDouble;
import java.util.Set;

/** The cells of one row by the names of the file's columns; a missing value is an empty text. */
@FunctionalInterface
interface TableRow {
    /** Texts that mark a missing value, as an empty cell does. */
    Set<String> MISSING = Set.of("NA", "N/A", "NaN", "nan", "null", "NULL", "?");

    String text(String column);

    /** The text of a cell without surrounding spaces; empty for a missing value. */
    static String cleaned(String cell) {
        String text = cell.strip();
        return MISSING.contains(text) ? "" : text;
    }

    /** The number that a text holds; empty for other texts, and for NaN and infinity. */
    static OptionalDouble number(String text) {
        return NumberText.parse(text);
    }
}
