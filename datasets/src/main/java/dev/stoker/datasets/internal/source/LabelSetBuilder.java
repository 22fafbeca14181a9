package dev.stoker.datasets.internal.source;

import dev.stoker.data.LabelSets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers the sets of labels of a list as they occur. */
final class LabelSetBuilder {
    private final Map<List<Integer>, Integer> numbers = new LinkedHashMap<>();

    /** The labels of a cell, which | or ; separate; none of an empty one. */
    static List<String> labels(String cell) {
        return Arrays.stream(cell.split("[|;]"))
                .map(String::strip)
                .filter(label -> !label.isEmpty())
                .distinct()
                .toList();
    }

    /** The number of a set, whatever its order. */
    int number(List<Integer> labels) {
        return numbers.computeIfAbsent(labels.stream().sorted().toList(), _ -> numbers.size());
    }

    LabelSets build(int classes) {
        return new LabelSets(classes, new ArrayList<>(numbers.keySet()));
    }
}
