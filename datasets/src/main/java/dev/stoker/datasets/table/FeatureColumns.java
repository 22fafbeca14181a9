package dev.stoker.datasets.table;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Builds the feature columns of a table: those that the user defined, or one for each column of the file. */
record FeatureColumns(List<String> labels, TableDiagnostics diagnostics) {
    /** A text column with fewer values than this is categorical, however few rows there are. */
    private static final int FEW_VALUES = 20;

    private static final int MAX_AUTOMATIC_VOCABULARY = 1000;
    private static final int AUTOMATIC_BUCKETS = 1000;

    Map<String, TableColumn> of(Optional<Map<String, ConfigNode>> defined, LabeledRows training) {
        defined.ifPresent(columns -> columns.forEach((name, tree) -> checkSource(name, tree, training.text())));
        var statistics = ColumnStatistics.of(training, labels);
        var definitions =
                defined.orElseGet(() -> automatic(statistics, training.rows().size()));
        var parser = new TableColumnParser(source -> statistics.getOrDefault(source, new ColumnStatistics()));
        var columns = new LinkedHashMap<String, TableColumn>();
        definitions.forEach((name, tree) -> {
            if (!labels.contains(name)) {
                columns.put(name, parser.parse(name, tree, columns));
            }
        });
        if (columns.isEmpty()) {
            throw new StokerException("%s: no column is left to predict the label %s from; define some under columns"
                            .formatted(training.text().path(), String.join(", ", labels)))
                    .about("columns");
        }
        return columns;
    }

    private void checkSource(String name, ConfigNode tree, TableFile training) {
        String kind = TableColumnParser.kind(name, tree);
        if (kind.equals(TableColumnParser.CROSS) || labels.contains(name)) {
            return;
        }
        String source = TableColumnParser.source(name, tree);
        if (labels.contains(source)) {
            throw tree.error("column %s reads the label %s, which the model must predict; remove the column"
                    .formatted(name, source));
        }
        training.requireColumn(source, "columns");
    }

    /** Numbers are normalized, texts that repeat are categorical, texts that identify single rows are skipped. */
    private Map<String, ConfigNode> automatic(Map<String, ColumnStatistics> statistics, int rows) {
        var definitions = new LinkedHashMap<String, ConfigNode>();
        statistics.forEach((name, column) -> {
            if (column.isEmpty()) {
                diagnostics.skippedColumn(name, "it is empty");
            } else if (column.isNumeric()) {
                definitions.put(name, ConfigNode.of(TableColumnParser.NUMERIC));
            } else if (column.distinctValues() > Math.max(FEW_VALUES, rows / 2)) {
                diagnostics.skippedColumn(name, "nearly every row has a text of its own");
            } else {
                definitions.put(name, categorical(column));
            }
        });
        return definitions;
    }

    private static ConfigNode categorical(ColumnStatistics column) {
        return column.distinctValues() <= MAX_AUTOMATIC_VOCABULARY
                ? ConfigNode.of(TableColumnParser.VOCABULARY)
                : ConfigNode.of(Map.of(
                        "kind",
                        ConfigNode.of(TableColumnParser.HASH),
                        "buckets",
                        ConfigNode.of(Integer.toString(AUTOMATIC_BUCKETS))));
    }
}
