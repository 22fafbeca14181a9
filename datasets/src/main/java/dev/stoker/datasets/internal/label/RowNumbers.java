package dev.stoker.datasets.internal.label;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Numbers different rows of targets as they occur. */
public final class RowNumbers<T> {
    private final Map<T, Integer> numbers = new LinkedHashMap<>();

    public int of(T row) {
        return numbers.computeIfAbsent(row, _ -> numbers.size());
    }

    /** All rows, in the order of their numbers. */
    public List<T> rows() {
        return new ArrayList<>(numbers.keySet());
    }
}
