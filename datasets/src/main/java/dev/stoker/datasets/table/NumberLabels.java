package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.file.LabelChoice;
import dev.stoker.data.label.TargetValues;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.internal.label.NumberText;
import dev.stoker.datasets.internal.label.RowNumbers;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One or several numbers for each row, each in a column of its own. */
record NumberLabels(List<String> columns, RowNumbers<List<Double>> rows) implements RowLabels {
    NumberLabels(List<String> columns) {
        this(columns, new RowNumbers<>());
    }

    /** By the setting, where commas separate several, by the columns of kind label, by a default name, or the last column. */
    static List<String> columns(
            Optional<String> setting, Optional<Map<String, ConfigNode>> definitions, TableFile training) {
        var defined = definitions.map(LabelColumn::defined).orElse(List.of());
        return setting.map(_ -> new LabelChoice(setting, true).among(training.names()))
                .or(() -> defined.isEmpty() ? Optional.empty() : Optional.of(defined))
                .orElseGet(() -> List.of(LabelColumn.defaultName(training)));
    }

    /** All rows are divided together. */
    @Override
    public String group(TableFile file, long row) {
        values(file, row);
        return "";
    }

    private List<Double> values(TableFile file, long row) {
        return columns.stream().map(column -> value(file, row, column)).toList();
    }

    private static double value(TableFile file, long row, String column) {
        String text = RowLabels.text(file, row, column);
        return NumberText.parse(text).orElseThrow(() -> file.corrupt(row, NumberText.problem(column, text)));
    }

    @Override
    public List<String> names(LabeledRows training) {
        return columns;
    }

    @Override
    public int number(TableFile file, LabeledRows.Row row) {
        return rows.of(values(file, row.number()));
    }

    @Override
    public Optional<Targets> targets() {
        return Optional.of(new TargetValues(columns.size(), rows.rows()));
    }

    @Override
    public ConfigNode definition() {
        return ConfigNode.of(Map.of("kind", ConfigNode.of(TableColumnParser.LABEL)));
    }

    @Override
    public String summary() {
        return "%s %s".formatted(columns.size() == 1 ? "target" : "targets", String.join(", ", columns));
    }
}
