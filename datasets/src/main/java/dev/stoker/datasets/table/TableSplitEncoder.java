package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;
import java.util.Map;

/** Encodes the rows of a split: a float for each feature column, and the label. */
final class TableSplitEncoder {
    private final Map<String, TableColumn> columns;
    private final RowLabels labels;
    private final SkippedRows skipped;
    private final TableDiagnostics diagnostics;

    TableSplitEncoder(
            Map<String, TableColumn> columns, RowLabels labels, SkippedRows skipped, TableDiagnostics diagnostics) {
        this.columns = columns;
        this.labels = labels;
        this.skipped = skipped;
        this.diagnostics = diagnostics;
    }

    TableSplit encode(LabeledRows rows, boolean forTraining) {
        var split = new TableSplit.Builder(rows.rows().size(), columns.size());
        try (var _ = rows.text().file().lease()) {
            for (var row : rows.rows()) {
                try {
                    int label = labels.number(rows.text(), row);
                    var cells = rows.text().row(row.number());
                    split.add(values(rows.text(), row.number(), cells, columns), label);
                    diagnostics.count(cells, columns.values(), forTraining);
                } catch (CorruptDataException corrupt) {
                    skipped.add(corrupt);
                }
            }
        }
        return split.build();
    }

    /** The values of a row; a cell that cannot be a value is a corrupt row. */
    static float[] values(TableFile file, long row, TableRow cells, Map<String, TableColumn> columns) {
        var values = new float[columns.size()];
        int at = 0;
        try {
            for (var column : columns.values()) {
                values[at++] = column.encode(cells, columns);
            }
        } catch (TableColumn.NotANumberException wrong) {
            throw file.corrupt(row, String.valueOf(wrong.getMessage()));
        }
        return values;
    }
}
