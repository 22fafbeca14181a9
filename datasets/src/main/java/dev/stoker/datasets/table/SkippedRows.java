package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;

/** Counts damaged rows that are left out; one too many is an error. */
final class SkippedRows {
    private final int limit;
    private int count;

    SkippedRows(int limit) {
        this.limit = limit;
    }

    void add(CorruptDataException damage) {
        if (count >= limit) {
            throw damage;
        }
        count++;
    }

    int count() {
        return count;
    }
}
