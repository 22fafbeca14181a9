package dev.stoker.datasets.internal.source;

import dev.stoker.data.label.SoftLabels;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.label.RowNumbers;
import dev.stoker.datasets.internal.label.SoftLabelText;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Classes with their probabilities on each line of a list. */
final class ProbabilityListLabels implements ListLabels {
    private final Path folder;
    private final ClassLabels classes;
    private final ListProblems problems;
    private final RowNumbers<List<Double>> rows = new RowNumbers<>();

    ProbabilityListLabels(Path folder, Path origin, List<Entry> training, ListProblems problems) {
        this.folder = folder;
        this.problems = problems;
        var occurring = new LinkedHashSet<String>();
        training.forEach(entry -> occurring.addAll(shares(entry).keySet()));
        problems.refuse();
        classes = ClassLabels.of(folder, origin.toString(), occurring);
    }

    private Map<String, Double> shares(Entry entry) {
        try {
            return SoftLabelText.parse(entry.line().label());
        } catch (IllegalArgumentException wrong) {
            problems.add(entry.list(), entry.line(), String.valueOf(wrong.getMessage()), "correct it");
            return Map.of();
        }
    }

    @Override
    public List<String> names() {
        return classes.names();
    }

    @Override
    public int number(Entry entry) {
        var row = new Double[names().size()];
        Arrays.fill(row, 0.0);
        shares(entry).forEach((name, share) -> row[known(entry, name)] += share);
        return rows.of(List.of(row));
    }

    private int known(Entry entry, String name) {
        var label = classes.label(name);
        if (label.isEmpty()) {
            problems.add(
                    entry.list(),
                    entry.line(),
                    classes.problem(name),
                    "correct it, or name all classes in " + folder.resolve(ClassNames.FILE_NAME));
        }
        return label.orElse(0);
    }

    @Override
    public Optional<Targets> targets() {
        return Optional.of(new SoftLabels(names().size(), rows.rows()));
    }
}
