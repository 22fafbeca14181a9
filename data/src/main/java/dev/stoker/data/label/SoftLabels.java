package dev.stoker.data.label;

import dev.stoker.core.Task;
import java.util.Arrays;
import java.util.List;

/**
 * Probabilities of classes that samples are trained towards.
 *
 * @param classes how many classes there are
 * @param rows a probability for each class; they sum to 1
 */
public record SoftLabels(int classes, List<List<Double>> rows) implements Targets {
    /** By which a sum of probabilities, which people write rounded, may differ from 1. */
    public static final double TOLERANCE = 1e-3;

    public SoftLabels {
        rows = rows.stream().map(List::copyOf).toList();
        for (var row : rows) {
            if (row.size() != classes || !isDistribution(row)) {
                throw new IllegalArgumentException(
                        "a row must have %d probabilities that sum to 1, got %s".formatted(classes, row));
            }
        }
        if (rows.isEmpty()) {
            throw new IllegalArgumentException("there must be a row of probabilities");
        }
    }

    private static boolean isDistribution(List<Double> row) {
        return row.stream().allMatch(share -> share >= 0)
                && Math.abs(row.stream().mapToDouble(Double::doubleValue).sum() - 1) <= TOLERANCE;
    }

    /** A model says one class of a sample, whatever it was trained towards. */
    @Override
    public Task task() {
        return Task.CLASSIFICATION;
    }

    @Override
    public int outputs() {
        return classes;
    }

    @Override
    public int size() {
        return rows.size();
    }

    /** The most probable class of a row; of equal ones the first. */
    public int mostProbable(int row) {
        var shares = rows.get(row);
        int best = 0;
        for (int label = 1; label < classes; label++) {
            best = shares.get(label) > shares.get(best) ? label : best;
        }
        return best;
    }

    /** The same rows of other classes: {@code labels} has the new number of each class. */
    public SoftLabels relabeled(int[] labels, int count) {
        return new SoftLabels(
                count, rows.stream().map(row -> relabeled(row, labels, count)).toList());
    }

    private static List<Double> relabeled(List<Double> row, int[] labels, int count) {
        var moved = new Double[count];
        Arrays.fill(moved, 0.0);
        for (int i = 0; i < labels.length; i++) {
            moved[labels[i]] += row.get(i);
        }
        return List.of(moved);
    }
}
