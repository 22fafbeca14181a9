package dev.stoker.data.csv;

import java.util.Locale;

/** What the cells of a column hold, from the narrowest to the widest. */
public enum CsvType {
    /** 64-bit integers. */
    INTEGER,
    NUMBER,
    TEXT;

    private static final String JAVA_ONLY = "dDfF";

    /** The narrowest type that a cell fits. */
    static CsvType of(String cell) {
        return INTEGER.fits(cell) ? INTEGER : NUMBER.fits(cell) && !isLongInteger(cell) ? NUMBER : TEXT;
    }

    /** An integer that 64 bits cannot hold is text, such as an identifier: as a number it would lose digits. */
    private static boolean isLongInteger(String cell) {
        return cell.strip().chars().allMatch(Character::isDigit);
    }

    boolean fits(String cell) {
        try {
            parse(cell);
            return true;
        } catch (NumberFormatException _) {
            return false;
        }
    }

    CsvType orWider(CsvType other) {
        return compareTo(other) < 0 ? other : this;
    }

    /** The value of a cell: a Long, a Double, or the unchanged text. */
    Object parse(String cell) {
        return switch (this) {
            case INTEGER -> Long.valueOf(cell.strip());
            case NUMBER -> number(cell.strip());
            case TEXT -> cell;
        };
    }

    /** Java reads 1f, 2d and 0x1p3 as numbers too; in a table they are text. */
    private static Double number(String cell) {
        if (cell.isEmpty() || JAVA_ONLY.indexOf(cell.charAt(cell.length() - 1)) >= 0 || cell.indexOf('x') >= 0) {
            throw new NumberFormatException(cell);
        }
        return Double.valueOf(cell);
    }

    @Override
    public String toString() {
        return name().toLowerCase(Locale.ROOT);
    }
}
