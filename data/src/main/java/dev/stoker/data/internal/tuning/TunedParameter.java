package dev.stoker.data.internal.tuning;

import dev.stoker.data.Tunable;

/** A number that the tuner may turn up. */
final class TunedParameter {
    private final String name;
    private final Tunable range;
    private int most;
    private int value;
    private boolean settled;

    TunedParameter(String name, Tunable range) {
        this.name = name;
        this.range = range;
        value = range.initial();
        most = range.maximum();
        settled = !range.isTuned();
    }

    String name() {
        return name;
    }

    int value() {
        return value;
    }

    boolean isTuned() {
        return range.isTuned();
    }

    boolean canGrow() {
        return !settled && value < most;
    }

    /** By half, and at least by one. */
    void grow() {
        value = Math.min(most, value + Math.max(1, value / 2));
    }

    /** This is what it stays at, as long as nothing changes. */
    void settle(int number) {
        value = number;
        settled = true;
    }

    /** There is no room for more, now and later. */
    void limit(int number) {
        most = number;
        value = Math.min(value, number);
    }

    void allowGrowth() {
        settled = !range.isTuned();
    }
}
