package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;

/** Counts corrupt rows that are skipped; one more than the limit is an error. */
final class SkippedRows {
    private final int limit;
    private int count;

    SkippedRows(int limit) {
        this.limit = limit;
    }

    void add(CorruptDataException corrupt) {
        if (count >= limit) {
            throw corrupt;
        }
        count++;
    }

    int count() {
        return count;
    }
}
