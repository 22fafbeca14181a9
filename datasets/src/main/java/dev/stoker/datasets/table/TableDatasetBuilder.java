package dev.stoker.datasets.table;

import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.LabelFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a table three times: for its labels, for the statistics of the training split, and for the values. */
final class TableDatasetBuilder {
    private final TableSettings settings;
    private final TableFiles files;
    private final SkippedRows skipped;
    private final TableDiagnostics diagnostics = new TableDiagnostics();

    TableDatasetBuilder(TableSettings settings, TableFiles files) {
        this.settings = settings;
        this.files = files;
        skipped = new SkippedRows(settings.skipCorrupt());
    }

    TableDataset build() {
        var definitions = settings.columns().map(TableDatasetBuilder::definitions);
        var labels = RowLabels.of(settings, definitions, files.training());
        files.all().forEach(file -> labels.columns().forEach(column -> file.requireColumn(column, "label")));
        var rows = RowSplits.of(files, labels, settings, skipped);
        refuseEmpty(rows.training(), "training");
        var names = labels.names(rows.training());
        rows.origin().ifPresent(diagnostics::validation);
        if (settings.labels() == LabelFormat.CLASS) {
            diagnostics.classesWithoutValidation(names, rows.validation().classes());
        }
        refuseEmpty(rows.validation(), "validation");
        rows.test().ifPresent(test -> refuseEmpty(test, "test"));
        var columns = new FeatureColumns(labels.columns(), diagnostics).of(definitions, rows.training());
        requireInOthers(columns);
        return dataset(rows, labels, names, columns);
    }

    private TableDataset dataset(
            RowSplits rows, RowLabels labels, List<String> names, Map<String, TableColumn> columns) {
        var encoder = new TableSplitEncoder(columns, labels, skipped, diagnostics);
        var training = encoder.encode(rows.training(), true);
        var validation = encoder.encode(rows.validation(), false);
        var test = rows.test().map(some -> encoder.encode(some, false));
        return new TableDataset(
                files.training().path().toString(),
                names,
                training,
                Optional.of(validation),
                test.map(split -> split),
                String.join(",", labels.columns()),
                List.copyOf(columns.values()),
                definition(columns, labels),
                diagnostics.sentences(size(training, validation, test, columns.size(), labels), skipped.count()),
                Optional.of(fingerprint(names)),
                labels.targets());
    }

    private static String size(
            TableSplit training, TableSplit validation, Optional<TableSplit> test, int columns, RowLabels labels) {
        return "%,d training, %,d validation%s rows, %d columns, %s"
                .formatted(
                        training.size(),
                        validation.size(),
                        test.map(split -> " and %,d test".formatted(split.size()))
                                .orElse(""),
                        columns,
                        labels.summary());
    }

    private DatasetFingerprint fingerprint(List<String> classes) {
        return DatasetFingerprint.of(
                files.training().path().resolveSibling(""),
                classes,
                () -> files.all().map(TableFile::fingerprint));
    }

    private static Map<String, ConfigNode> definitions(ConfigNode tree) {
        if (tree instanceof ConfigNode.Mapping entries) {
            return entries.entries();
        }
        throw tree.error("columns must be a mapping of names to kinds, such as {age: numeric, color: vocabulary}");
    }

    private static void refuseEmpty(LabeledRows rows, String split) {
        if (rows.rows().isEmpty()) {
            throw new StokerException("%s has no row for the %s split; add rows, or change validation"
                            .formatted(rows.text().path(), split))
                    .about("validation");
        }
    }

    private void requireInOthers(Map<String, TableColumn> columns) {
        files.others()
                .forEach(file -> columns.values()
                        .forEach(column -> column.source().ifPresent(name -> file.requireColumn(name, "training"))));
    }

    private static ConfigNode definition(Map<String, TableColumn> columns, RowLabels labels) {
        var entries = new LinkedHashMap<String, ConfigNode>();
        columns.forEach((name, column) -> entries.put(name, column.definition()));
        labels.columns().forEach(column -> entries.put(column, labels.definition()));
        return ConfigNode.of(entries);
    }
}
