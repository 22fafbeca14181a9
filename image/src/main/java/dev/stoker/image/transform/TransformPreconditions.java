package dev.stoker.image.transform;

/** The checks that transforms have in common. */
final class TransformPreconditions {
    private TransformPreconditions() {}

    static void probability(double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("a probability must be between 0 and 1, got " + value);
        }
    }

    static void strength(double value) {
        if (!(value >= 0 && value <= 1)) {
            throw new IllegalArgumentException("strength must be between 0 and 1, got " + value);
        }
    }

    static void size(int height, int width) {
        if (height < 1 || width < 1) {
            throw new IllegalArgumentException("a size must be at least 1×1, got %d×%d".formatted(height, width));
        }
    }

    static void fill(int value) {
        if (value < 0 || value > 255) {
            throw new IllegalArgumentException("a fill must be between 0 and 255, got " + value);
        }
    }

    static void between(String name, double value, double from, double to) {
        if (!(value >= from && value <= to)) {
            throw new IllegalArgumentException("%s must be between %s and %s, got %s".formatted(name, from, to, value));
        }
    }
}
