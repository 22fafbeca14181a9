package dev.stoker.data;

/** A number that the tuner may turn up. */
final class Knob {
    private final String name;
    private final Tunable range;
    private int value;
    private boolean settled;

    Knob(String name, Tunable range) {
        this.name = name;
        this.range = range;
        value = range.first();
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
        return !settled && value < range.most();
    }

    /** By half, and at least by one. */
    void grow() {
        value = Math.min(range.most(), value + Math.max(1, value / 2));
    }

    /** This is what it stays at, as long as nothing changes. */
    void settle(int number) {
        value = number;
        settled = true;
    }

    void unsettle() {
        settled = !range.isTuned();
    }
}
