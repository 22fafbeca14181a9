package dev.stoker.lab.doctor.check;

/**
 * Predicts the throughput of the whole from that of its parts: the slowest part decides and, where a CPU computes the steps,
 * the cores that all parts share. The prediction for the present parts is compared with what was measured, so that only
 * ratios count.
 *
 * @param inputCores core seconds of the input pipeline for an image
 * @param stepCores core seconds of a step for an image, on the same cores
 */
record ThroughputModel(
        double input, double copy, double steps, double inputCores, double stepCores, double cores, double present) {
    static ThroughputModel of(Facts facts) {
        var rates = facts.rates();
        double inputCores = facts.input().processor();
        double stepCores = facts.step().processor();
        // A GPU leaves the cores to the input, whose own limit was measured.
        double cores =
                facts.onGpu() ? Double.POSITIVE_INFINITY : facts.machine().cores();
        var model =
                new ThroughputModel(rates.input(), rates.copyLimit(), rates.steps(), inputCores, stepCores, cores, 1);
        return model.withPresent(model.predicted());
    }

    private ThroughputModel withPresent(double now) {
        return new ThroughputModel(input, copy, steps, inputCores, stepCores, cores, now);
    }

    ThroughputModel withInput(double imagesPerSecond, double coreSeconds) {
        return new ThroughputModel(imagesPerSecond, copy, steps, coreSeconds, stepCores, cores, present);
    }

    /** Steps that are faster use the cores for less time. */
    ThroughputModel withSteps(double imagesPerSecond) {
        return withSteps(imagesPerSecond, stepCores * steps / imagesPerSecond);
    }

    ThroughputModel withSteps(double imagesPerSecond, double coreSeconds) {
        return new ThroughputModel(input, copy, imagesPerSecond, inputCores, coreSeconds, cores, present);
    }

    double predicted() {
        double shared = cores / (inputCores + stepCores);
        return Math.min(Math.min(input, copy), Math.min(steps, shared));
    }

    double speedup() {
        return Math.max(1, predicted() / present);
    }
}
