package dev.stoker.datasets.internal.source;

import dev.stoker.data.label.TargetValues;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.internal.label.NumberText;
import dev.stoker.datasets.internal.label.RowNumbers;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** One or several numbers on each line of a list, which a model predicts. */
final class NumberListLabels implements ListLabels {
    private final List<String> names;
    private final ListProblems problems;
    private final RowNumbers<List<Double>> rows = new RowNumbers<>();

    NumberListLabels(List<Entry> training, ListProblems problems) {
        var titles = training.getFirst().list().labels();
        names = titles.isEmpty() ? Datasets.UNNAMED_TARGETS : titles;
        this.problems = problems;
    }

    @Override
    public List<String> names() {
        return names;
    }

    @Override
    public int number(Entry entry) {
        var texts = entry.line().labels();
        return rows.of(IntStream.range(0, names.size())
                .mapToObj(i -> value(entry, names.get(i), texts.get(i)))
                .toList());
    }

    private double value(Entry entry, String name, String text) {
        var value = NumberText.parse(text);
        if (value.isEmpty()) {
            problems.add(
                    entry.list(), entry.line(), NumberText.problem(name, text), "correct it, or leave the line out");
        }
        return value.orElse(0);
    }

    @Override
    public Optional<Targets> targets() {
        return Optional.of(new TargetValues(names.size(), rows.rows()));
    }
}
