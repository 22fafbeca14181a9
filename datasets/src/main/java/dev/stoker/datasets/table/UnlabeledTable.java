package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.datasets.DatasetSplit;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/**
 * The rows of a table as a model takes them, whether they have a label or not.
 *
 * @param rows all of them; their labels are their numbers, from 0
 * @param problems why rows cannot be used, by their numbers
 * @param notes what a person should know about the columns, in sentences
 */
public record UnlabeledTable(DatasetSplit rows, Map<Integer, String> problems, List<String> notes) {
    public UnlabeledTable {
        problems = Map.copyOf(problems);
        notes = List.copyOf(notes);
    }

    /**
     * Reads a CSV or TSV file whose columns are found by name.
     *
     * @param definition the columns of the model, with everything that was measured;
     *     those of kind label need not be there
     */
    public static UnlabeledTable read(Path path, ConfigNode.Mapping definition) {
        var labels = LabelColumn.defined(definition.entries());
        var columns = columns(definition, labels);
        var file = TableFile.openUnlabeled(path);
        var unused = new TreeSet<>(file.names());
        labels.forEach(unused::remove);
        columns.values().forEach(column -> column.source().ifPresent(unused::remove));
        refuseMissing(file, columns, List.copyOf(unused));
        return encoded(file, columns, notes(List.copyOf(unused)));
    }

    private static Map<String, TableColumn> columns(ConfigNode.Mapping definition, List<String> labels) {
        var parser = new TableColumnParser(_ -> new ColumnStatistics());
        var columns = new LinkedHashMap<String, TableColumn>();
        definition.entries().forEach((name, tree) -> {
            if (!labels.contains(name)) {
                columns.put(name, parser.parse(name, tree, columns));
            }
        });
        return columns;
    }

    private static void refuseMissing(TableFile file, Map<String, TableColumn> columns, List<String> unused) {
        var missing = columns.values().stream()
                .map(TableColumn::source)
                .flatMap(Optional::stream)
                .distinct()
                .filter(name -> !file.names().contains(name))
                .toList();
        if (!missing.isEmpty()) {
            throw new StokerException("%s has no %s, which the model was trained on%s%s"
                    .formatted(
                            file.path(),
                            named(missing),
                            missing.size() == 1 ? NameSuggestion.didYouMean(missing.getFirst(), unused) : "",
                            unused.isEmpty() ? "" : " (it does not know the %s)".formatted(named(unused))));
        }
    }

    private static String named(List<String> names) {
        int shown = Math.min(10, names.size());
        return (names.size() == 1 ? "column " : "columns ")
                + String.join(", ", names.subList(0, shown))
                + (names.size() > shown ? " and %d more".formatted(names.size() - shown) : "");
    }

    private static List<String> notes(List<String> unused) {
        return unused.isEmpty() ? List.of() : List.of("the model does not use the " + named(unused));
    }

    private static UnlabeledTable encoded(TableFile file, Map<String, TableColumn> columns, List<String> notes) {
        int count = Math.toIntExact(file.rows());
        var rows = new TableSplit.Builder(count, columns.size());
        var problems = new HashMap<Integer, String>();
        try (var _ = file.file().lease()) {
            for (int row = 0; row < count; row++) {
                try {
                    rows.add(values(file, row, columns), row);
                } catch (CorruptDataException corrupt) {
                    rows.add(new float[columns.size()], row);
                    problems.put(row, String.valueOf(corrupt.getMessage()));
                }
            }
        }
        return new UnlabeledTable(rows.build(), problems, new ArrayList<>(notes));
    }

    private static float[] values(TableFile file, int row, Map<String, TableColumn> columns) {
        return TableSplitEncoder.values(file, row, file.row(row), columns);
    }

    public int size() {
        return rows.size();
    }
}
