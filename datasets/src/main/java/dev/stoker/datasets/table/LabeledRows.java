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

/** Rows of a file that have a label, and the text by which they are divided. */
record LabeledRows(TableFile text, List<Row> rows) {
    record Row(long number, String group) {}

    LabeledRows {
        rows = List.copyOf(rows);
    }

    /** All rows that can be read and have a label. */
    static LabeledRows of(TableFile text, RowLabels labels, SkippedRows skipped) {
        var rows = new ArrayList<Row>();
        try (var _ = text.file().lease()) {
            for (long number = 0; number < text.rows(); number++) {
                try {
                    rows.add(new Row(number, labels.group(text, number)));
                } catch (CorruptDataException corrupt) {
                    skipped.add(corrupt);
                }
            }
        }
        return new LabeledRows(text, rows);
    }

    /** The classes that occur, in numerical order if all are numbers, else in alphabetical order. */
    List<String> classes() {
        var classes = rows.stream().map(Row::group).distinct().toList();
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

    /** The rows that are held out of each group; which ones depends on nothing but the seed and the group. */
    LabeledRows heldOut(ValidationChoice.Holdout holdout, Seed seed) {
        var byGroup = new TreeMap<String, List<Row>>();
        rows.forEach(row ->
                byGroup.computeIfAbsent(row.group(), _ -> new ArrayList<>()).add(row));
        var held = ClassHoldout.of(byGroup, holdout, seed);
        held.sort(Comparator.comparingLong(Row::number));
        return new LabeledRows(text, held);
    }

    LabeledRows without(LabeledRows others) {
        var left = new HashSet<>(others.rows);
        return new LabeledRows(
                text, rows.stream().filter(row -> !left.contains(row)).toList());
    }
}
