package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.label.SoftLabels;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.internal.label.RowNumbers;
import dev.stoker.datasets.internal.label.SoftLabelText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** Classes with their probabilities for each row. */
final class ProbabilityLabels implements RowLabels {
    private final LabelColumn column;
    private final List<String> classes = new ArrayList<>();
    private final RowNumbers<List<Double>> rows = new RowNumbers<>();

    ProbabilityLabels(LabelColumn column) {
        this.column = column;
    }

    @Override
    public List<String> columns() {
        return List.of(column.name());
    }

    /** All rows are divided together, since of most probabilities there are few. */
    @Override
    public String group(TableFile file, long row) {
        shares(file, row);
        return "";
    }

    private Map<String, Double> shares(TableFile file, long row) {
        try {
            return SoftLabelText.parse(RowLabels.text(file, row, column.name()));
        } catch (IllegalArgumentException wrong) {
            throw file.corrupt(row, "column %s: %s".formatted(column.name(), wrong.getMessage()));
        }
    }

    @Override
    public List<String> names(LabeledRows training) {
        var occurring = new TreeSet<String>();
        training.rows()
                .forEach(row ->
                        occurring.addAll(shares(training.text(), row.number()).keySet()));
        classes.addAll(column.classes(training, List.copyOf(occurring)));
        return classes;
    }

    @Override
    public int number(TableFile file, LabeledRows.Row row) {
        var shares = new Double[classes.size()];
        Arrays.fill(shares, 0.0);
        shares(file, row.number()).forEach((name, share) -> shares[label(file, row, name)] = share);
        return rows.of(List.of(shares));
    }

    private int label(TableFile file, LabeledRows.Row row, String name) {
        int label = classes.indexOf(name);
        if (label < 0) {
            throw file.corrupt(
                    row.number(),
                    "column %s: '%s' is not one of the classes of the training split (%s); correct it"
                            .formatted(column.name(), name, String.join(", ", classes)));
        }
        return label;
    }

    @Override
    public Optional<Targets> targets() {
        return Optional.of(new SoftLabels(classes.size(), rows.rows()));
    }

    @Override
    public ConfigNode definition() {
        return LabelColumn.definition(classes);
    }

    @Override
    public String summary() {
        return "probabilities of %d classes".formatted(classes.size());
    }
}
