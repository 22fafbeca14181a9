package dev.stoker.data.label;

import dev.stoker.core.Task;
import java.util.List;

/**
 * Numbers that samples are trained towards, in their own units.
 *
 * @param targets how many numbers each row has
 * @param rows different from one another, so that there are few where numbers repeat
 */
public record TargetValues(int targets, List<List<Double>> rows) implements Targets {
    public TargetValues {
        rows = rows.stream().map(List::copyOf).toList();
        for (var row : rows) {
            if (row.size() != targets || !row.stream().allMatch(Double::isFinite)) {
                throw new IllegalArgumentException("a row must have %d finite numbers, got %s".formatted(targets, row));
            }
        }
        if (targets < 1 || rows.isEmpty()) {
            throw new IllegalArgumentException("there must be a row of at least one number");
        }
    }

    @Override
    public Task task() {
        return Task.REGRESSION;
    }

    @Override
    public int outputs() {
        return targets;
    }

    @Override
    public int size() {
        return rows.size();
    }

    /** The same numbers in other columns: {@code columns} has the new one of each. */
    public TargetValues reordered(int[] columns) {
        return new TargetValues(
                targets, rows.stream().map(row -> reordered(row, columns)).toList());
    }

    private static List<Double> reordered(List<Double> row, int[] columns) {
        var moved = new Double[row.size()];
        for (int i = 0; i < columns.length; i++) {
            moved[columns[i]] = row.get(i);
        }
        return List.of(moved);
    }
}
