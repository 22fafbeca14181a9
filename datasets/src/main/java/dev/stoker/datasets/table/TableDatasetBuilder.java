package dev.stoker.datasets.table;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.datasets.DatasetFingerprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Reads a table three times: for its labels, for the statistics of the training split, and for the values. */
final class TableDatasetBuilder {
    private final TableSettings settings;
    private final TableFile training;
    private final Optional<TableFile> test;
    private final SkippedRows skipped;
    private final TableDiagnostics diagnostics = new TableDiagnostics();

    TableDatasetBuilder(TableSettings settings, TableFile training, Optional<TableFile> test) {
        this.settings = settings;
        this.training = training;
        this.test = test;
        skipped = new SkippedRows(settings.skipCorrupt());
    }

    TableDataset build() {
        var definitions = settings.columns().map(TableDatasetBuilder::definitions);
        var label = new LabelColumn(LabelColumn.name(settings.label(), definitions, training), definitions);
        requireInFiles(label.name(), "label");
        var rows = split(label.name());
        refuseEmpty(rows.training(), "training");
        var classes = label.classes(rows.training());
        diagnostics.classesWithoutTest(classes, rows.test().classes());
        refuseEmpty(rows.test(), "test");
        var columns = new FeatureColumns(label.name(), diagnostics).of(definitions, rows.training());
        requireInTest(columns);
        return dataset(rows, label.name(), classes, columns);
    }

    private TableDataset dataset(RowSplit rows, String label, List<String> classes, Map<String, TableColumn> columns) {
        var encoder = new TableSplitEncoder(columns, classes, skipped, diagnostics);
        var trainingSplit = encoder.encode(rows.training(), true);
        var testSplit = encoder.encode(rows.test(), false);
        return new TableDataset(
                training.path().toString(),
                classes,
                trainingSplit,
                testSplit,
                label,
                List.copyOf(columns.values()),
                definition(columns, label, classes),
                diagnostics.sentences(
                        "%,d training and %,d test rows, %d columns, %d classes"
                                .formatted(trainingSplit.size(), testSplit.size(), columns.size(), classes.size()),
                        skipped.count()),
                Optional.of(fingerprint(classes)));
    }

    private DatasetFingerprint fingerprint(List<String> classes) {
        return DatasetFingerprint.of(
                training.path().resolveSibling(""),
                classes,
                () -> Stream.concat(Stream.of(training), test.stream()).map(TableFile::fingerprint));
    }

    private static Map<String, ConfigNode> definitions(ConfigNode tree) {
        if (tree instanceof ConfigNode.Mapping entries) {
            return entries.entries();
        }
        throw tree.error("columns must be a mapping of names to kinds, such as {age: numeric, color: vocabulary}");
    }

    /** The rows of both splits. */
    private record RowSplit(LabeledRows training, LabeledRows test) {}

    private RowSplit split(String label) {
        var all = LabeledRows.of(training, label, skipped);
        if (test.isPresent()) {
            return new RowSplit(all, LabeledRows.of(test.get(), label, skipped));
        }
        var heldOut = all.heldOut(settings.holdout(), settings.seed());
        return new RowSplit(all.without(heldOut), heldOut);
    }

    private void refuseEmpty(LabeledRows rows, String split) {
        if (rows.rows().isEmpty()) {
            throw new StokerException("%s has no row for the %s split at a holdout of %s; add rows, or change holdout"
                            .formatted(rows.text().path(), split, settings.holdout()))
                    .about("holdout");
        }
    }

    private void requireInFiles(String column, String purpose) {
        training.requireColumn(column, purpose);
        test.ifPresent(file -> file.requireColumn(column, purpose));
    }

    private void requireInTest(Map<String, TableColumn> columns) {
        test.ifPresent(file -> columns.values()
                .forEach(column -> column.source().ifPresent(name -> file.requireColumn(name, "test"))));
    }

    private static ConfigNode definition(Map<String, TableColumn> columns, String label, List<String> classes) {
        var entries = new LinkedHashMap<String, ConfigNode>();
        columns.forEach((name, column) -> entries.put(name, column.definition()));
        entries.put(label, LabelColumn.definition(classes));
        return ConfigNode.of(entries);
    }
}
