package dev.stoker.data.internal.tuning;

import dev.stoker.data.Tunable;

/** A number that the tuner may increase. */
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

    /** Keeps this value until the load changes. */
    void settle(int number) {
        value = number;
        settled = true;
    }

    /** Lowers the maximum for the rest of the run. */
    void limit(int number) {
        most = number;
        value = Math.min(value, number);
    }

    void allowGrowth() {
        settled = !range.isTuned();
    }
}
