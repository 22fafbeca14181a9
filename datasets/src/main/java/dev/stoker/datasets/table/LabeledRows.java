package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.ValidationChoice;
import dev.stoker.datasets.internal.split.ClassHoldout;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.TreeMap;

/** Rows of a file and the text of the label of each. */
record LabeledRows(TableFile text, List<Row> rows) {
    record Row(long number, String label) {}

    LabeledRows {
        rows = List.copyOf(rows);
    }

    /** All rows that can be read and have a label. */
    static LabeledRows of(TableFile text, String label, SkippedRows skipped) {
        var rows = new ArrayList<Row>();
        try (var _ = text.file().lease()) {
            for (long number = 0; number < text.rows(); number++) {
                try {
                    rows.add(new Row(number, label(text, label, number)));
                } catch (CorruptDataException corrupt) {
                    skipped.add(corrupt);
                }
            }
        }
        return new LabeledRows(text, rows);
    }

    private static String label(TableFile text, String label, long number) {
        String found = text.row(number).text(label);
        if (found.isEmpty()) {
            throw text.corrupt(number, "the label, column %s, is empty".formatted(label));
        }
        return found;
    }

    /** The labels that occur, in numerical order if all are numbers, else in alphabetical order. */
    List<String> classes() {
        var classes = rows.stream().map(Row::label).distinct().toList();
        boolean numbers =
                classes.stream().allMatch(name -> TableRow.number(name).isPresent());
        return classes.stream()
                .sorted(
                        numbers
                                ? Comparator.comparingDouble((String name) ->
                                                TableRow.number(name).orElseThrow())
                                        .thenComparing(Comparator.naturalOrder())
                                : Comparator.naturalOrder())
                .toList();
    }

    /** The rows that are held out of each class; which ones depends on nothing but the seed and the class. */
    LabeledRows heldOut(ValidationChoice.Holdout holdout, Seed seed) {
        var byClass = new TreeMap<String, List<Row>>();
        rows.forEach(row ->
                byClass.computeIfAbsent(row.label(), _ -> new ArrayList<>()).add(row));
        var held = ClassHoldout.of(byClass, holdout, seed);
        held.sort(Comparator.comparingLong(Row::number));
        return new LabeledRows(text, held);
    }

    LabeledRows without(LabeledRows others) {
        var left = new HashSet<>(others.rows);
        return new LabeledRows(
                text, rows.stream().filter(row -> !left.contains(row)).toList());
    }
}
