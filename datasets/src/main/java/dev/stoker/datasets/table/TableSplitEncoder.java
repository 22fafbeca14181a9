package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.NameSuggestion;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Encodes the rows of a split: a float for each feature column, and the label. */
final class TableSplitEncoder {
    private static final int SHOWN_CLASSES = 20;

    private final Map<String, TableColumn> columns;
    private final Map<String, Integer> labels = new HashMap<>();
    private final SkippedRows skipped;
    private final TableDiagnostics diagnostics;

    TableSplitEncoder(
            Map<String, TableColumn> columns, List<String> classes, SkippedRows skipped, TableDiagnostics diagnostics) {
        this.columns = columns;
        classes.forEach(name -> labels.put(name, labels.size()));
        this.skipped = skipped;
        this.diagnostics = diagnostics;
    }

    TableSplit encode(LabeledRows rows, boolean forTraining) {
        var split = new TableSplit.Builder(rows.rows().size(), columns.size());
        try (var _ = rows.text().file().lease()) {
            for (var row : rows.rows()) {
                try {
                    int label = label(rows.text(), row);
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

    private int label(TableFile file, LabeledRows.Row row) {
        var label = labels.get(row.label());
        if (label == null) {
            throw file.corrupt(
                    row.number(),
                    "the label '%s' is not one of the classes of the training split (%s)%s; correct it, or add rows of this class to the training split"
                            .formatted(
                                    row.label(),
                                    someClasses(),
                                    NameSuggestion.didYouMean(row.label(), labels.keySet())));
        }
        return label;
    }

    private String someClasses() {
        return String.join(
                ", ", labels.keySet().stream().sorted().limit(SHOWN_CLASSES).toList());
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
