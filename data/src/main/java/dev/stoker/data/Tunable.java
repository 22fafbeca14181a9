package dev.stoker.data;

import dev.stoker.data.internal.pipeline.Counts;

/** A number that is fixed, or that starts at {@code initial} and is tuned up to {@code maximum} while the pipeline runs. */
public record Tunable(int initial, int maximum) {
    public Tunable {
        Counts.notNegative("a number of threads or batches", initial);
        if (maximum < initial) {
            throw new IllegalArgumentException(
                    "the maximum %d is below the initial value %d".formatted(maximum, initial));
        }
    }

    public static Tunable fixed(int number) {
        return new Tunable(number, number);
    }

    public boolean isTuned() {
        return maximum > initial;
    }
}
