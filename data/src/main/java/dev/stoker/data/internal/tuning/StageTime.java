package dev.stoker.data.internal.tuning;

import dev.stoker.data.StageStatistics;

/** The elements that a stage processed within one task, and the time it took. */
public record StageTime(StageStatistics.Kind kind, long elements, long nanos) {

    boolean isReading() {
        return kind == StageStatistics.Kind.READ;
    }

    public StageTime plus(StageTime other) {
        return new StageTime(kind, elements + other.elements, nanos + other.nanos);
    }
}
