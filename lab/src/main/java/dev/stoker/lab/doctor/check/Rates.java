package dev.stoker.lab.doctor.check;

import java.util.OptionalDouble;

/**
 * Images per second of the parts of training, each measured alone, and of the whole.
 *
 * @param copy of batches to the device; empty where there is nothing to copy
 * @param steps on a batch that stays on the device
 * @param halfSteps the same with batches of half the size; empty where that was not measured
 * @param everything the training loop, without evaluations and checkpoints
 */
public record Rates(double input, OptionalDouble copy, double steps, OptionalDouble halfSteps, double everything) {
    public Rates {
        if (!(input > 0 && steps > 0 && everything > 0)) {
            throw new IllegalArgumentException(
                    "rates are above 0, got input %s, steps %s and everything %s".formatted(input, steps, everything));
        }
    }

    /** How many images a second the copies allow. */
    double copyLimit() {
        return copy.orElse(Double.POSITIVE_INFINITY);
    }
}
