package dev.stoker.datasets.table;

import dev.stoker.core.NameSuggestion;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.label.Targets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** One class for each row. */
final class ClassLabels implements RowLabels {
    private static final int SHOWN_CLASSES = 20;

    private final LabelColumn column;
    private final Map<String, Integer> numbers = new LinkedHashMap<>();

    ClassLabels(LabelColumn column) {
        this.column = column;
    }

    @Override
    public List<String> columns() {
        return List.of(column.name());
    }

    @Override
    public String group(TableFile file, long row) {
        return RowLabels.text(file, row, column.name());
    }

    @Override
    public List<String> names(LabeledRows training) {
        var classes = column.classes(training, training.classes());
        classes.forEach(name -> numbers.put(name, numbers.size()));
        return classes;
    }

    @Override
    public int number(TableFile file, LabeledRows.Row row) {
        var label = numbers.get(row.group());
        if (label == null) {
            throw file.corrupt(
                    row.number(),
                    "the label '%s' is not one of the classes of the training split (%s)%s; correct it, or add rows of this class to the training split"
                            .formatted(
                                    row.group(),
                                    someClasses(),
                                    NameSuggestion.didYouMean(row.group(), numbers.keySet())));
        }
        return label;
    }

    private String someClasses() {
        return String.join(
                ", ", numbers.keySet().stream().sorted().limit(SHOWN_CLASSES).toList());
    }

    @Override
    public Optional<Targets> targets() {
        return Optional.empty();
    }

    @Override
    public ConfigNode definition() {
        return LabelColumn.definition(List.copyOf(numbers.keySet()));
    }

    @Override
    public String summary() {
        return "%d classes".formatted(numbers.size());
    }
}
