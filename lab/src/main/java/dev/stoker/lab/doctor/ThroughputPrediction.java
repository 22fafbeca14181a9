package dev.stoker.lab.doctor;

import dev.stoker.train.measure.MeasuredPart;
import java.util.Arrays;
import java.util.Comparator;

/**
 * Images per second of the whole, from those of its parts: the slowest part decides and, where a CPU computes the steps, the
 * cores that all parts share.
 *
 * @param input alone
 * @param copy alone
 * @param steps alone
 * @param shared what the cores allow where all parts use them at once; infinite on a GPU
 */
record ThroughputPrediction(double input, double copy, double steps, double shared) {
    static ThroughputPrediction of(Measurements measured) {
        return new ThroughputPrediction(
                measured.imagesPerSecond(MeasuredPart.INPUT),
                measured.imagesPerSecond(MeasuredPart.COPY),
                measured.imagesPerSecond(MeasuredPart.STEPS),
                shared(measured));
    }

    private static double shared(Measurements measured) {
        if (measured.onGpu()) {
            return Double.POSITIVE_INFINITY;
        }
        double perImage = 0;
        for (var part : new MeasuredPart[] {MeasuredPart.INPUT, MeasuredPart.COPY, MeasuredPart.STEPS}) {
            perImage += measured.of(part).processorSecondsPerImage();
        }
        return measured.cores() / perImage;
    }

    /** The limits that may decide. */
    enum Limit {
        INPUT,
        COPY,
        STEPS,
        SHARED
    }

    double of(Limit limit) {
        return switch (limit) {
            case INPUT -> input;
            case COPY -> copy;
            case STEPS -> steps;
            case SHARED -> shared;
        };
    }

    Limit deciding() {
        return Arrays.stream(Limit.values())
                .min(Comparator.comparingDouble(this::of))
                .orElseThrow();
    }

    /** With one limit multiplied by a factor. */
    ThroughputPrediction corrected(Limit limit, double factor) {
        return switch (limit) {
            case INPUT -> new ThroughputPrediction(factor * input, copy, steps, shared);
            case COPY -> new ThroughputPrediction(input, factor * copy, steps, shared);
            case STEPS -> new ThroughputPrediction(input, copy, factor * steps, shared);
            case SHARED -> new ThroughputPrediction(input, copy, steps, factor * shared);
        };
    }

    double predicted() {
        return Math.min(Math.min(input, copy), Math.min(steps, shared));
    }
}
