package dev.stoker.data.internal.tuning;

/** The elements that a stage processed within one task, and the time it took. */
public record StageTime(long elements, long nanos, boolean isReading) {

    public StageTime plus(StageTime other) {
        return new StageTime(elements + other.elements, nanos + other.nanos, isReading);
    }
}
