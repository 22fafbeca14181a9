package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads a table three times: for its labels, for what is measured on the training part, and for the values. */
final class TableDatasetBuilder {
    private static final List<String> USUAL_LABELS = List.of("label", "class", "target");
    private static final int MAX_CLASSES = 1000;
    private static final int FEW_CLASSES = 20;
    private static final int MAX_AUTOMATIC_VOCABULARY = 1000;
    private static final int AUTOMATIC_BUCKETS = 1000;

    private final TableSettings settings;
    private final TableFile training;
    private final Optional<TableFile> test;
    private final SkippedRows skips;
    private final TableDiagnostics notes = new TableDiagnostics();

    TableDatasetBuilder(TableSettings settings, TableFile training, Optional<TableFile> test) {
        this.settings = settings;
        this.training = training;
        this.test = test;
        skips = new SkippedRows(settings.skipCorrupt());
    }

    TableDataset table() {
        var asked = settings.columns().map(TableDatasetBuilder::entries);
        String label = label(asked);
        var all = LabeledRows.of(training, label, skips);
        var testRows = test.map(text -> LabeledRows.of(text, label, skips))
                .orElseGet(() -> all.heldOut(settings.holdout(), settings.seed()));
        var trainingRows = test.isPresent() ? all : all.without(testRows);
        refuseEmpty(trainingRows, "training");
        var classes = classes(asked, label, trainingRows, testRows);
        refuseEmpty(testRows, "test");
        var columns = columns(asked, label, trainingRows);
        refuseMissingInTest(columns);
        var trainingSplit = part(trainingRows, columns, classes, true);
        var testSplit = part(testRows, columns, classes, false);
        return new TableDataset(
                training.path().toString(),
                classes,
                trainingSplit,
                testSplit,
                label,
                List.copyOf(columns.values()),
                written(columns, label, classes),
                notes.sentences(
                        "%,d training and %,d test rows, %d columns, %d classes"
                                .formatted(trainingSplit.size(), testSplit.size(), columns.size(), classes.size()),
                        skips.count()));
    }

    private static Map<String, ConfigNode> entries(ConfigNode tree) {
        if (tree instanceof ConfigNode.Mapping entries) {
            return entries.entries();
        }
        throw tree.wrong("columns must be a mapping of names to kinds, such as {age: numeric, color: vocabulary}");
    }

    // ---- the label

    private String label(Optional<Map<String, ConfigNode>> asked) {
        var inColumns = asked.flatMap(columns -> columns.entrySet().stream()
                .filter(entry ->
                        TableColumnParser.kind(entry.getKey(), entry.getValue()).equals(TableColumnParser.LABEL))
                .map(Map.Entry::getKey)
                .findFirst());
        if (inColumns.isPresent() && settings.label().isPresent() && !inColumns.equals(settings.label())) {
            throw new StokerException("the label is %s by the key label and %s by the columns; leave one of them out"
                    .formatted(settings.label().get(), inColumns.get()));
        }
        String label = settings.label().or(() -> inColumns).orElseGet(this::usualLabel);
        requireColumn(training, label, "label");
        test.ifPresent(text -> requireColumn(text, label, "label"));
        return label;
    }

    private String usualLabel() {
        return training.names().stream()
                .filter(name -> USUAL_LABELS.contains(name.toLowerCase(java.util.Locale.ROOT)))
                .findFirst()
                .orElseGet(() -> training.names().getLast());
    }

    private static void requireColumn(TableFile text, String column, String what) {
        if (!text.has(column)) {
            throw new StokerException("%s has no column '%s' for the %s%s (columns: %s)"
                    .formatted(
                            text.path(),
                            column,
                            what,
                            NameSuggestion.hint(column, text.names()),
                            String.join(", ", text.names())));
        }
    }

    private void refuseEmpty(LabeledRows rows, String part) {
        if (rows.rows().isEmpty()) {
            throw new StokerException(
                    "%s has no row for the %s part; it needs more rows of a class, or another --holdout than %s"
                            .formatted(rows.text().path(), part, settings.holdout()));
        }
    }

    private List<String> classes(
            Optional<Map<String, ConfigNode>> asked, String label, LabeledRows trainingRows, LabeledRows testRows) {
        var found = trainingRows.classes();
        var classes = asked.map(columns -> columns.get(label))
                .flatMap(tree -> given(label, tree))
                .orElse(found);
        if (classes.size() < 2) {
            throw new StokerException(
                    "%s: the label %s is '%s' in every row of the training part; two classes are needed"
                            .formatted(training.path(), label, String.join(", ", classes)));
        }
        int rows = trainingRows.rows().size();
        if (classes.size() > MAX_CLASSES || (classes.size() > FEW_CLASSES && classes.size() > rows / 4)) {
            throw new StokerException(
                    "%s: the label %s has %d different values in %d rows, so it is no class; choose another with --label (columns: %s)"
                            .formatted(
                                    training.path(), label, classes.size(), rows, String.join(", ", training.names())));
        }
        classes.stream().filter(name -> !found.contains(name)).findFirst().ifPresent(name -> {
            throw new StokerException(
                    "%s: class '%s' has no row in the training part, so it cannot be learned; add rows, or leave it out of classes"
                            .formatted(training.path(), name));
        });
        notes.classesWithoutTest(classes.stream()
                .filter(name -> !testRows.classes().contains(name))
                .toList());
        return classes;
    }

    private static Optional<List<String>> given(String label, ConfigNode tree) {
        var arguments = TableColumnParser.arguments(label, tree);
        var classes = arguments.texts("classes");
        arguments.rejectUnknownKeys();
        return classes;
    }

    // ---- the other columns

    private Map<String, TableColumn> columns(Optional<Map<String, ConfigNode>> asked, String label, LabeledRows rows) {
        asked.ifPresent(columns -> columns.forEach((name, tree) -> refuseUnknown(name, tree, label)));
        var statistics = statistics(rows, label);
        var trees =
                asked.orElseGet(() -> automatic(statistics, label, rows.rows().size()));
        var reader = new TableColumnParser(source -> statistics.getOrDefault(source, new ColumnStatistics()));
        var columns = new LinkedHashMap<String, TableColumn>();
        trees.forEach((name, tree) -> {
            if (!name.equals(label)) {
                columns.put(name, reader.read(name, tree, columns));
            }
        });
        if (columns.isEmpty()) {
            throw new StokerException("%s: no column is left to know the label %s by; name some under columns"
                    .formatted(training.path(), label));
        }
        return columns;
    }

    private void refuseUnknown(String name, ConfigNode tree, String label) {
        String kind = TableColumnParser.kind(name, tree);
        if (kind.equals("cross") || name.equals(label)) {
            return;
        }
        String source = TableColumnParser.source(name, tree);
        if (source.equals(label)) {
            throw tree.wrong("column %s would be made of the label %s, which the model is to find out; leave it out"
                    .formatted(name, label));
        }
        requireColumn(training, source, "columns");
    }

    private void refuseMissingInTest(Map<String, TableColumn> columns) {
        test.ifPresent(text -> columns.values()
                .forEach(column -> source(column).ifPresent(name -> requireColumn(text, name, "test"))));
    }

    private static Optional<String> source(TableColumn column) {
        return switch (column) {
            case TableColumn.Numeric numeric -> Optional.of(numeric.column());
            case TableColumn.Buckets buckets -> Optional.of(buckets.column());
            case TableColumn.Vocabulary vocabulary -> Optional.of(vocabulary.column());
            case TableColumn.Hash hash -> Optional.of(hash.column());
            case TableColumn.Cross _ -> Optional.empty();
        };
    }

    private static Map<String, ColumnStatistics> statistics(LabeledRows rows, String label) {
        var statistics = new LinkedHashMap<String, ColumnStatistics>();
        rows.text().names().stream()
                .filter(name -> !name.equals(label))
                .forEach(name -> statistics.put(name, new ColumnStatistics()));
        try (var _ = rows.text().file().lease()) {
            for (var row : rows.rows()) {
                var cells = rows.text().row(row.number());
                statistics.forEach((name, column) -> column.add(cells.text(name)));
            }
        }
        statistics.values().forEach(ColumnStatistics::finished);
        return statistics;
    }

    /** Numbers are normalized, texts that come again are categories, names of single rows are left out. */
    private Map<String, ConfigNode> automatic(Map<String, ColumnStatistics> statistics, String label, int rows) {
        var trees = new LinkedHashMap<String, ConfigNode>();
        statistics.forEach((name, column) -> {
            if (column.isEmpty()) {
                notes.leftOut(name, "it is empty");
            } else if (column.isNumeric()) {
                trees.put(name, ConfigNode.of("numeric"));
            } else if (column.distinctValues() > Math.max(FEW_CLASSES, rows / 2)) {
                notes.leftOut(name, "nearly every row has a text of its own");
            } else if (column.distinctValues() <= MAX_AUTOMATIC_VOCABULARY) {
                trees.put(name, ConfigNode.of("vocabulary"));
            } else {
                trees.put(
                        name,
                        ConfigNode.of(Map.of(
                                "kind",
                                ConfigNode.of("hash"),
                                "buckets",
                                ConfigNode.of(Integer.toString(AUTOMATIC_BUCKETS)))));
            }
        });
        trees.put(label, ConfigNode.of(TableColumnParser.LABEL));
        return trees;
    }

    // ---- values

    private TableSplit part(
            LabeledRows rows, Map<String, TableColumn> columns, List<String> classes, boolean forTraining) {
        var labels = new HashMap<String, Integer>();
        classes.forEach(name -> labels.put(name, labels.size()));
        var part = new TableSplit.Builder(rows.rows().size(), columns.size());
        try (var _ = rows.text().file().lease()) {
            for (var row : rows.rows()) {
                try {
                    add(rows.text(), row, columns, labels, part);
                    notes.count(rows.text().row(row.number()), columns.values(), forTraining);
                } catch (CorruptDataException damage) {
                    skips.add(damage);
                }
            }
        }
        return part.build();
    }

    private static void add(
            TableFile text,
            LabeledRows.Row row,
            Map<String, TableColumn> columns,
            Map<String, Integer> labels,
            TableSplit.Builder part) {
        var label = labels.get(row.label());
        if (label == null) {
            throw text.wrong(
                    row.number(),
                    "the label '%s' is none of the classes of the training part (%s)%s; correct it, or add such rows to the training part"
                            .formatted(
                                    row.label(),
                                    String.join(
                                            ", ",
                                            labels.keySet().stream()
                                                    .sorted()
                                                    .limit(20)
                                                    .toList()),
                                    NameSuggestion.hint(row.label(), labels.keySet())));
        }
        var cells = text.row(row.number());
        var values = new float[columns.size()];
        int at = 0;
        try {
            for (var column : columns.values()) {
                values[at++] = column.encode(cells, columns);
            }
        } catch (TableColumn.NotANumberException wrong) {
            throw text.wrong(row.number(), String.valueOf(wrong.getMessage()));
        }
        part.add(values, label);
    }

    private static ConfigNode written(Map<String, TableColumn> columns, String label, List<String> classes) {
        var entries = new LinkedHashMap<String, ConfigNode>();
        columns.forEach((name, column) -> entries.put(name, column.written()));
        var described = new LinkedHashMap<String, ConfigNode>();
        described.put("kind", ConfigNode.of(TableColumnParser.LABEL));
        described.put(
                "classes",
                ConfigNode.of(
                        new ArrayList<>(classes.stream().map(ConfigNode::of).toList())));
        entries.put(label, ConfigNode.of(described));
        return ConfigNode.of(entries);
    }
}
