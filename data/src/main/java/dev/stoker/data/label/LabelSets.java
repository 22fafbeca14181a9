package dev.stoker.data.label;

import dev.stoker.core.Task;
import java.util.List;

/**
 * The classes that samples with several of them have. A sample's label is the number of its set here, so that labels travel, and are
 * kept, like those of one class; the device looks the classes up.
 *
 * @param classes how many classes there are
 * @param sets classes of each set; an empty set is a sample without any
 */
public record LabelSets(int classes, List<List<Integer>> sets) implements Targets {
    public LabelSets {
        sets = sets.stream().map(List::copyOf).toList();
        for (var set : sets) {
            if (!set.stream().allMatch(label -> label >= 0 && label < classes)) {
                throw new IllegalArgumentException("labels must be below %d, got %s".formatted(classes, set));
            }
        }
        if (sets.isEmpty()) {
            throw new IllegalArgumentException("there must be a set of labels");
        }
    }

    @Override
    public Task task() {
        return Task.MULTI_LABEL;
    }

    @Override
    public int outputs() {
        return classes;
    }

    @Override
    public int size() {
        return sets.size();
    }

    /** A row for each set: 1 for its classes, 0 for the others. */
    public float[] multiHot() {
        var values = new float[Math.multiplyExact(sets.size(), classes)];
        for (int row = 0; row < sets.size(); row++) {
            for (int label : sets.get(row)) {
                values[row * classes + label] = 1;
            }
        }
        return values;
    }

    /** The same sets of other classes: {@code labels} has the new number of each class. */
    public LabelSets relabeled(int[] labels, int count) {
        return new LabelSets(
                count,
                sets.stream()
                        .map(set -> set.stream().map(label -> labels[label]).toList())
                        .toList());
    }
}
