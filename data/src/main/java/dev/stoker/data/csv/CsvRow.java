package dev.stoker.data.csv;

import dev.stoker.core.StokerException;
import org.jspecify.annotations.Nullable;

/** One row; its cells by the name or the position of their column. */
public final class CsvRow {
    private final CsvColumns columns;
    private final @Nullable Object[] cells;

    /** Cells hold the result of {@link CsvType#parse}, or null where they are empty. */
    CsvRow(CsvColumns columns, @Nullable Object[] cells) {
        this.columns = columns;
        this.cells = cells;
    }

    public CsvColumns columns() {
        return columns;
    }

    /** Whether the cell is empty. */
    public boolean isMissing(String column) {
        return isMissing(columns.index(column));
    }

    public boolean isMissing(int column) {
        return cells[column] == null;
    }

    public long integer(String column) {
        return integer(columns.index(column));
    }

    public long integer(int column) {
        if (present(column) instanceof Long number) {
            return number;
        }
        throw otherType(column, CsvType.INTEGER);
    }

    /** A number, integer or not. */
    public double number(String column) {
        return number(columns.index(column));
    }

    public double number(int column) {
        if (present(column) instanceof Number number) {
            return number.doubleValue();
        }
        throw otherType(column, CsvType.NUMBER);
    }

    public String text(String column) {
        return text(columns.index(column));
    }

    public String text(int column) {
        if (present(column) instanceof String text) {
            return text;
        }
        throw otherType(column, CsvType.TEXT);
    }

    private Object present(int column) {
        var cell = cells[column];
        if (cell == null) {
            throw new StokerException("column %s is empty in this row; check isMissing first"
                    .formatted(columns.names().get(column)));
        }
        return cell;
    }

    private StokerException otherType(int column, CsvType asked) {
        return new StokerException(
                "column %s is of type %s and cannot be read as %s; read it as its type, or set another type"
                        .formatted(columns.names().get(column), columns.type(column), asked));
    }

    @Override
    public String toString() {
        var text = new StringBuilder("{");
        for (int i = 0; i < cells.length; i++) {
            text.append(i == 0 ? "" : ", ")
                    .append(columns.names().get(i))
                    .append('=')
                    .append(cells[i] == null ? "" : cells[i]);
        }
        return text.append('}').toString();
    }
}
