package dev.stoker.datasets.internal.source;

import dev.stoker.data.label.LabelSets;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.internal.file.ClassNames;
import dev.stoker.datasets.internal.label.RowNumbers;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;

/** One class on each line of a list, or any number of them. */
final class ClassListLabels implements ListLabels {
    private final boolean several;
    private final Path folder;
    private final ClassLabels classes;
    private final ListProblems problems;
    private final RowNumbers<List<Integer>> sets = new RowNumbers<>();

    private ClassListLabels(boolean several, Path folder, Path origin, List<Entry> training, ListProblems problems) {
        this.several = several;
        this.folder = folder;
        this.problems = problems;
        var occurring = new LinkedHashSet<String>();
        training.forEach(entry -> occurring.addAll(labels(entry)));
        classes = ClassLabels.of(folder, origin.toString(), occurring);
    }

    static ClassListLabels ofOne(Path folder, Path origin, List<Entry> training, ListProblems problems) {
        training.forEach(entry -> hasSeveralLabels(entry, problems));
        problems.refuse();
        return new ClassListLabels(false, folder, origin, training, problems);
    }

    static ClassListLabels ofAny(Path folder, Path origin, List<Entry> training, ListProblems problems) {
        return new ClassListLabels(true, folder, origin, training, problems);
    }

    /** A class may be called "red, round", but these separate labels in all lists that have several. */
    private static boolean hasSeveralLabels(Entry entry, ListProblems problems) {
        String label = entry.line().label();
        boolean several = label.contains("|") || label.contains(";") || (label.startsWith("[") && label.contains(","));
        if (several) {
            problems.add(
                    entry.list(),
                    entry.line(),
                    "'%s' is several labels, and a classifier is trained on one per image".formatted(label),
                    "keep one of them, put them in columns of their own and name one with label, or train on all of"
                            + " them with multi-label");
        }
        return several;
    }

    /** The labels of an entry as they are written. */
    private List<String> labels(Entry entry) {
        String cell = entry.line().label();
        return several
                ? Arrays.stream(cell.split("[|;]"))
                        .map(String::strip)
                        .filter(label -> !label.isEmpty())
                        .distinct()
                        .toList()
                : List.of(cell);
    }

    @Override
    public List<String> names() {
        return classes.names();
    }

    @Override
    public int number(Entry entry) {
        if (!several && hasSeveralLabels(entry, problems)) {
            return 0;
        }
        var known =
                labels(entry).stream().map(text -> known(entry, text)).sorted().toList();
        return several ? sets.of(known) : known.getFirst();
    }

    private int known(Entry entry, String text) {
        var label = classes.label(text);
        if (label.isEmpty()) {
            problems.add(
                    entry.list(),
                    entry.line(),
                    classes.problem(text),
                    "correct it, or name all classes in " + folder.resolve(ClassNames.FILE_NAME));
        }
        return label.orElse(0);
    }

    @Override
    public Optional<Targets> targets() {
        return several ? Optional.of(new LabelSets(names().size(), sets.rows())) : Optional.empty();
    }
}
