package dev.stoker.lab.doctor;

import dev.stoker.train.measure.MeasuredPart;

/**
 * Images per second of the whole, from those of its parts. Parts overlap, so the slowest decides. Where a CPU computes the
 * steps, input and steps also share the cores: as long as both run, each of them gets its part of the cores only, and whichever
 * is faster pauses until the other has caught up.
 *
 * @param input on its own
 * @param copy on its own
 * @param steps on their own
 * @param inputCores that the input keeps busy, alone
 * @param stepCores that steps keep busy, alone
 * @param cores that they share; infinite where a GPU computes the steps
 */
record ThroughputPrediction(
        double input, double copy, double steps, double inputCores, double stepCores, double cores) {
    static ThroughputPrediction of(Measurements measured) {
        var input = measured.of(MeasuredPart.INPUT);
        var steps = measured.of(MeasuredPart.STEPS);
        return new ThroughputPrediction(
                input.imagesPerSecond(),
                measured.imagesPerSecond(MeasuredPart.COPY),
                steps.imagesPerSecond(),
                input.busyCores(),
                steps.busyCores(),
                measured.onGpu() ? Double.POSITIVE_INFINITY : measured.cores());
    }

    /** By how much longer parts take while both run: 0 where there are cores enough. */
    double competition() {
        return Math.max(0, (inputCores + stepCores) / cores - 1);
    }

    /**
     * With m images per second of the slower and M of the faster part alone, and a share s = 1 / (1 + competition) of the speed
     * while both run, the faster part runs for E / (s M) of the time: E = E / (s M) × s m + (1 − E / (s M)) × m.
     */
    double predicted() {
        double slower = Math.min(input, steps);
        double faster = Math.max(input, steps);
        return Math.min(copy, slower / (1 + competition() * slower / faster));
    }
}
