package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.Permutation;
import dev.stoker.core.Seed;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.TreeMap;

/** Rows of a file, with the text of the label of each. */
record LabelledRows(TableText text, List<Row> rows) {
    record Row(long number, String label) {}

    LabelledRows {
        rows = List.copyOf(rows);
    }

    /** All rows that can be read and have a label. */
    static LabelledRows of(TableText text, String label, Skips skips) {
        var rows = new ArrayList<Row>();
        try (var _ = text.file().lease()) {
            for (long number = 0; number < text.rows(); number++) {
                try {
                    rows.add(new Row(number, label(text, label, number)));
                } catch (CorruptDataException damage) {
                    skips.add(damage);
                }
            }
        }
        return new LabelledRows(text, rows);
    }

    private static String label(TableText text, String label, long number) {
        String found = text.row(number).text(label);
        if (found.isEmpty()) {
            throw text.wrong(number, "the label, column %s, is empty".formatted(label));
        }
        return found;
    }

    /** The labels that occur, numbers by their size and texts by the alphabet. */
    List<String> classes() {
        var classes = rows.stream().map(Row::label).distinct().toList();
        boolean numbers = classes.stream().allMatch(name -> Cells.number(name).isPresent());
        return classes.stream()
                .sorted(
                        numbers
                                ? Comparator.comparingDouble((String name) ->
                                                Cells.number(name).orElseThrow())
                                        .thenComparing(Comparator.naturalOrder())
                                : Comparator.naturalOrder())
                .toList();
    }

    /**
     * The rows for the test, a share of each class, so that no class vanishes from the training part: of a class with one
     * row it is that. Which rows they are depends on the seed and the class alone.
     */
    LabelledRows heldOut(double share, Seed seed) {
        var byClass = new TreeMap<String, List<Row>>();
        rows.forEach(row ->
                byClass.computeIfAbsent(row.label(), _ -> new ArrayList<>()).add(row));
        var test = new ArrayList<Row>();
        byClass.forEach((name, members) -> {
            var order = new Permutation(members.size(), seed.forPurpose(name));
            long count = Math.min(members.size() - 1L, Math.round(share * members.size()));
            for (long i = 0; i < count; i++) {
                test.add(members.get((int) order.at(i)));
            }
        });
        test.sort(Comparator.comparingLong(Row::number));
        return new LabelledRows(text, test);
    }

    LabelledRows without(LabelledRows others) {
        var left = new java.util.HashSet<>(others.rows);
        return new LabelledRows(
                text, rows.stream().filter(row -> !left.contains(row)).toList());
    }
}
