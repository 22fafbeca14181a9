package dev.stoker.data.file;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Parses the lines of a file list. The label follows the last tab, or the last comma if there is no tab, or the last blank
 * if there is neither; a comma within quotes does not count.
 */
record FileListFormat(Path list, boolean comments) {
    private static final String QUOTE = "\"";
    private static final char BYTE_ORDER_MARK = '\ufeff';

    /** Comments belong to text: in a CSV file a path may start with anything. */
    static FileListFormat of(Path list) {
        return new FileListFormat(
                list, !list.toString().toLowerCase(Locale.ROOT).endsWith(".csv"));
    }

    boolean isEntry(String text) {
        return !text.isBlank() && !(comments && text.startsWith("#"));
    }

    /** The columns that a first line names; empty where it is an entry. */
    Optional<FileListHeader> header(String text, int number, LabelChoice label) {
        String content = text.strip();
        char separator = separator(content);
        List<String> cells;
        try {
            cells = cells(content, separator, number);
        } catch (StokerException _) {
            return Optional.empty(); // quotes within a name, which an entry may have
        }
        return FileListHeader.of(list, cells, separator, label);
    }

    /** The path of the first entry, which is on the first line or, after a header, on the second. */
    Optional<String> firstPath(String first, String second) {
        char separator = separator(first.strip());
        var names = cells(first.strip(), separator, 1);
        int path = FileListHeader.path(names);
        var cells = path == FileListHeader.NONE ? names : cells(second.strip(), separator, 2);
        int column = Math.max(0, path);
        return cells.size() < 2 || column >= cells.size()
                ? Optional.empty()
                : Optional.of(cells.get(column).strip());
    }

    /** An entry by the columns of the header. */
    FileListEntry line(String text, int number, FileListHeader header) {
        var cells = cells(text.strip(), header.separator(), number);
        if (cells.size() != header.names().size()) {
            throw error(
                    number,
                    "%d cells where the first line names %d; put cells with a separator in quotes"
                            .formatted(cells.size(), header.names().size()));
        }
        String path = cell(cells, header.path(), header, number);
        var labels = header.labels().stream()
                .map(column -> cell(cells, column, header, number))
                .toList();
        String split = header.split() == FileListHeader.NONE ? "" : cells.get(header.split());
        return new FileListEntry(number, path, labels, split.strip());
    }

    private String cell(List<String> cells, int column, FileListHeader header, int number) {
        String cell = cells.get(column).strip();
        if (cell.isEmpty()) {
            throw error(
                    number, "the column %s is empty".formatted(header.names().get(column)));
        }
        return cell;
    }

    private List<String> cells(String text, char separator, int number) {
        return separator == ' ' && text.indexOf('"') < 0 ? split(text, separator) : quoted(text, separator, number);
    }

    static String withoutMark(String text) {
        return text.indexOf(BYTE_ORDER_MARK) == 0 ? text.substring(1) : text;
    }

    FileListEntry line(String text, int number) {
        String content = text.strip();
        char separator = separator(content);
        boolean quotes = content.startsWith(QUOTE) || content.endsWith(QUOTE);
        var cells = quotes ? quoted(content, separator, number) : split(content, separator);
        if (cells.size() != 2 || cells.getFirst().isBlank() || cells.getLast().isBlank()) {
            throw error(number, "'%s' is not a path followed by a label, as in: cats/1.jpg,cat".formatted(text));
        }
        return new FileListEntry(
                number, cells.getFirst().strip(), cells.getLast().strip());
    }

    private static char separator(String text) {
        return text.indexOf('\t') >= 0 ? '\t' : text.indexOf(',') >= 0 ? ',' : ' ';
    }

    private static List<String> split(String text, char separator) {
        int last = text.lastIndexOf(separator);
        return last < 0 ? List.of(text) : List.of(text.substring(0, last), text.substring(last + 1));
    }

    private List<String> quoted(String text, char separator, int number) {
        try {
            return CsvReader.builder()
                    .fieldSeparator(separator)
                    .allowUnclosedQuote(false)
                    .ofSingleCsvRecord(text)
                    .getFields();
        } catch (CsvParseException failure) {
            throw new StokerException(place(number) + "the quotes do not match up", failure);
        }
    }

    private StokerException error(int number, String problem) {
        return new StokerException(place(number) + problem);
    }

    private String place(int number) {
        return "%s, line %d: ".formatted(list, number);
    }
}
