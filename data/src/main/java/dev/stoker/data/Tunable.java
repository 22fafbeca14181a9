package dev.stoker.data;

import dev.stoker.data.internal.pipeline.Counts;

/** A number that is fixed, or that starts with {@code first} and is tuned up to {@code most} while the data runs. */
public record Tunable(int first, int most) {
    public Tunable {
        Counts.notNegative("a number of threads or batches", first);
        if (most < first) {
            throw new IllegalArgumentException("at most %d cannot start with %d".formatted(most, first));
        }
    }

    public static Tunable fixed(int number) {
        return new Tunable(number, number);
    }

    public boolean isTuned() {
        return most > first;
    }
}
