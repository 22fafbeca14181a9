package dev.stoker.train;

import java.util.List;

/** The result of a phase: its length, and the accuracy of its last evaluation, or -1 where there was none. */
public record PhaseResult(int epochs, long steps, long images, double seconds, double accuracy) {
    public double imagesPerSecond() {
        return images / Math.max(1e-9, seconds);
    }

    String toText() {
        return "%d %d %d %s %s".formatted(epochs, steps, images, seconds, accuracy);
    }

    /** Throws NumberFormatException where a value is missing or not a number. */
    static PhaseResult ofText(String text) {
        var numbers = List.of(text.split(" ", -1));
        if (numbers.size() != 5) {
            throw new NumberFormatException("5 numbers were expected, got '%s'".formatted(text));
        }
        return new PhaseResult(
                Integer.parseInt(numbers.get(0)),
                Long.parseLong(numbers.get(1)),
                Long.parseLong(numbers.get(2)),
                Double.parseDouble(numbers.get(3)),
                Double.parseDouble(numbers.get(4)));
    }
}
