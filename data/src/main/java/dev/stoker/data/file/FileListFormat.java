package dev.stoker.data.file;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.stoker.core.StokerException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * Parses the lines of a file list. The label follows the last tab, or the last comma if there is no tab, or the last blank
 * if there is neither; a comma within quotes does not count.
 */
record FileListFormat(Path list, boolean comments) {
    private static final Set<String> PATH_TITLES = Set.of("path", "file", "filename", "file_name", "image");
    private static final Set<String> LABEL_TITLES = Set.of("label", "labels", "class");
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

    static boolean isHeader(FileListEntry line) {
        return PATH_TITLES.contains(line.path().toLowerCase(Locale.ROOT))
                && LABEL_TITLES.contains(line.label().toLowerCase(Locale.ROOT));
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
