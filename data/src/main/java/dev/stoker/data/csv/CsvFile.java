package dev.stoker.data.csv;

import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.data.file.Leases;
import dev.stoker.data.internal.file.PositionedFile;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A comma-separated file with random access: the offsets of its rows are in memory, and any number of threads may read.
 * The file is open only while there are leases.
 */
public final class CsvFile {
    private static final int LARGEST_ROW = 1 << 28;
    /** The parser's own limit, which bounds the memory of a row. */
    private static final int MOST_COLUMNS = 1 << 14;

    private final PositionedFile file;
    private final char separator;
    private final CsvReader.CsvReaderBuilder cells;
    private final long[] starts;
    private final int firstRow;
    private final CsvColumns columns;
    private final Leases leases;

    private CsvFile(PositionedFile file, CsvSettings settings) {
        this.file = file;
        separator = settings.separator();
        cells = CsvReader.builder()
                .fieldSeparator(settings.separator())
                .quoteCharacter(settings.quote())
                .allowUnclosedQuote(false);
        starts = CsvRowScanner.rows(file, settings);
        if (starts.length == 1) {
            throw new StokerException("%s is empty; expected at least one row".formatted(file.path()));
        }
        firstRow = settings.header() ? 1 : 0;
        columns = new CsvSchemaInference(file.path(), settings)
                .columns(cellsOf(0), count(), row -> cellsOf(row + firstRow));
        leases = new Leases(file::rest);
    }

    /** Finds the rows, and the types of the columns. */
    public static CsvFile open(Path path, CsvSettings settings) {
        var file = PositionedFile.open(path);
        try {
            return new CsvFile(file, settings);
        } finally {
            file.rest();
        }
    }

    public long count() {
        return starts.length - 1L - firstRow;
    }

    public CsvColumns columns() {
        return columns;
    }

    /** Held while the file is read; it is closed with the last lease. */
    public Leases.Lease lease() {
        return leases.take();
    }

    public CsvRow read(long row) {
        int number = (int) row + firstRow;
        var texts = cellsOf(number);
        if (texts.size() != columns.count()) {
            throw error(number, "%d cells where %d are expected".formatted(texts.size(), columns.count()));
        }
        var values = new @Nullable Object[texts.size()];
        for (int i = 0; i < values.length; i++) {
            values[i] = texts.get(i).isEmpty() ? null : value(number, i, texts.get(i));
        }
        return new CsvRow(columns, values);
    }

    /** The file and the line of a row, to begin a message with. */
    public String place(long row) {
        return place(Math.toIntExact(row) + firstRow);
    }

    private Object value(int number, int column, String text) {
        try {
            return columns.type(column).parse(text);
        } catch (NumberFormatException failure) {
            throw error(
                    number,
                    "column %s is of type %s, but here it holds '%s'; correct it, or give the column's type"
                            .formatted(columns.names().get(column), columns.type(column), text));
        }
    }

    /** The texts of a row, where 0 is the first of the file. */
    private List<String> cellsOf(int number) {
        String row = text(number);
        try {
            return cells.ofSingleCsvRecord(row).getFields();
        } catch (CsvParseException failure) {
            refuseTooManyColumns(number, row, failure);
            throw error(number, "a quote is closed within a cell, or the row is too long", failure);
        }
    }

    private void refuseTooManyColumns(int number, String row, CsvParseException failure) {
        long cells = 1 + row.chars().filter(letter -> letter == separator).count();
        if (number == 0 && cells > MOST_COLUMNS) {
            throw new StokerException(
                    "%s has %,d columns, and a table may have %,d; leave out columns, or store images as files, a folder per class"
                            .formatted(file.path(), cells, MOST_COLUMNS),
                    failure);
        }
    }

    private String text(int number) {
        long length = starts[number + 1] - starts[number];
        if (length > LARGEST_ROW) {
            throw error(number, "a row of %d bytes; is a quote missing?".formatted(length));
        }
        var bytes = ByteBuffer.allocate((int) length);
        if (file.read(bytes, starts[number]) < length) {
            throw new StokerException("%s has been truncated since it was opened; run again when nothing writes to it"
                    .formatted(file.path()));
        }
        try {
            return withoutEnd(
                    StandardCharsets.UTF_8.newDecoder().decode(bytes.flip()).toString());
        } catch (CharacterCodingException failure) {
            throw error(number, "this is not UTF-8 text; convert the file (iconv -t utf-8)", failure);
        }
    }

    /** Without the line break and empty lines after it. */
    private static String withoutEnd(String row) {
        int end = row.length();
        while (end > 0 && (row.charAt(end - 1) == '\n' || row.charAt(end - 1) == '\r')) {
            end--;
        }
        return row.substring(0, end);
    }

    private CorruptDataException error(int number, String problem) {
        return new CorruptDataException(place(number) + problem);
    }

    private CorruptDataException error(int number, String problem, Exception cause) {
        return new CorruptDataException(place(number) + problem, cause);
    }

    /** Lines are counted only for error messages: rows may span several. */
    private String place(int number) {
        return "%s, line %d: ".formatted(file.path(), CsvRowScanner.line(file, starts[number]));
    }
}
