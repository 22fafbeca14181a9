package dev.stoker.data.csv;

import java.util.LinkedHashMap;
import java.util.Map;

/** The format of a CSV file. The type of a column without one is inferred from the first rows. */
public record CsvSettings(char separator, char quote, boolean header, Map<String, CsvType> types) {
    /** Commas, double quotes, names in the first row, types by content. */
    public static final CsvSettings DEFAULT = new CsvSettings(',', '"', true, Map.of());

    public CsvSettings {
        refuse("separator", separator);
        refuse("quote", quote);
        if (separator == quote) {
            throw new IllegalArgumentException("separator and quote must differ, got '%c' for both".formatted(quote));
        }
        types = Map.copyOf(types);
    }

    /** Rows are found in UTF-8 bytes, where only ASCII characters are one byte and never part of another. */
    private static void refuse(String name, char letter) {
        if (letter == '\n' || letter == '\r' || letter == 0 || letter > 0x7f) {
            throw new IllegalArgumentException(
                    "%s must be an ASCII character other than a line break, got code %d".formatted(name, (int) letter));
        }
    }

    public CsvSettings withSeparator(char letter) {
        return new CsvSettings(letter, quote, header, types);
    }

    public CsvSettings withQuote(char letter) {
        return new CsvSettings(separator, letter, header, types);
    }

    /** All rows are data; columns are called column0, column1 and so on. */
    public CsvSettings withoutHeader() {
        return new CsvSettings(separator, quote, false, types);
    }

    public CsvSettings withType(String column, CsvType type) {
        var more = new LinkedHashMap<>(types);
        more.put(column, type);
        return new CsvSettings(separator, quote, header, more);
    }
}
