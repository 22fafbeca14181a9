package dev.stoker.datasets.internal.source;

import dev.stoker.data.label.TargetValues;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.internal.label.NumberText;
import dev.stoker.datasets.internal.label.RowNumbers;
import java.util.List;
import java.util.Optional;

/** A number on each line of a list, which a model predicts. */
final class NumberListLabels implements ListLabels {
    private static final String UNNAMED = "target";

    private final String name;
    private final ListProblems problems;
    private final RowNumbers<List<Double>> rows = new RowNumbers<>();

    NumberListLabels(List<Entry> training, ListProblems problems) {
        name = training.getFirst().list().label().orElse(UNNAMED);
        this.problems = problems;
    }

    @Override
    public List<String> names() {
        return List.of(name);
    }

    @Override
    public int number(Entry entry) {
        String text = entry.line().label();
        var value = NumberText.parse(text);
        if (value.isEmpty()) {
            problems.add(
                    entry.list(), entry.line(), NumberText.problem(name, text), "correct it, or leave the line out");
        }
        return rows.of(List.of(value.orElse(0)));
    }

    @Override
    public Optional<Targets> targets() {
        return Optional.of(new TargetValues(1, rows.rows()));
    }
}
