package dev.stoker.data;

/** Checks of numbers that users give. */
final class Counts {
    private Counts() {}

    static void notNegative(String name, long value) {
        if (value < 0) {
            throw new IllegalArgumentException(name + " cannot be negative, got " + value);
        }
    }

    static void atLeastOne(String name, long value) {
        if (value < 1) {
            throw new IllegalArgumentException(name + " must be at least 1, got " + value);
        }
    }
}
