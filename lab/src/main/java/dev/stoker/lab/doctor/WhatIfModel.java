package dev.stoker.lab.doctor;

import static dev.stoker.train.measure.MeasuredPart.COPY;
import static dev.stoker.train.measure.MeasuredPart.EVERYTHING;

import dev.stoker.train.measure.MeasuredPart;
import java.util.ArrayList;
import java.util.List;

/** Predicts the throughput of a plan with other resources; docs/guide/doctor.md describes the laws. */
final class WhatIfModel {
    private static final double[] FACTORS = {2, 0.5};

    /** The weight of what is unexplained where steps have a single thread. */
    private static final double ALONE = 0.5;

    private final Measurements measured;
    private final Scenario now;
    private final InputScaling input;
    private final StepScaling steps;
    private final ThroughputPrediction present;

    WhatIfModel(Measurements measured) {
        this.measured = measured;
        now = now(measured);
        input = InputScaling.of(measured, now);
        steps = StepScaling.of(measured, now);
        present = parts(now);
    }

    private static Scenario now(Measurements measured) {
        double limit = measured.plan().inputPipeline().inputCpu();
        double cores = measured.cores();
        int workers = measured.of(MeasuredPart.INPUT).feed().workers();
        return new Scenario(cores, workers, limit == 0 ? cores : Math.min(limit, cores), 1, measured.batch(), 1);
    }

    List<WhatIf> all() {
        var all = new ArrayList<WhatIf>();
        for (var resource : WhatIf.Resource.values()) {
            for (double factor : FACTORS) {
                if (isPossible(resource, factor)) {
                    all.add(of(resource, factor));
                }
            }
        }
        return all;
    }

    /** There is no half of a core, worker or image. */
    private boolean isPossible(WhatIf.Resource resource, double factor) {
        return switch (resource) {
            case CORES -> factor * now.cores() >= 1;
            case WORKERS -> factor * now.workers() >= 1;
            case INPUT_CPU -> factor * now.inputCpu() <= now.cores();
            case BATCH -> factor * now.batch() >= 1 && measured.halfBatches().isPresent();
            case GPU -> measured.onGpu();
            case DISK -> true;
        };
    }

    private WhatIf of(WhatIf.Resource resource, double factor) {
        var then = now.with(resource, factor);
        double rate = plausible(resource, factor, predicted(then));
        return new WhatIf(resource, factor, then.amount(resource), rate, rate / measured.imagesPerSecond(EVERYTHING));
    }

    /** More of a resource never hurts, whatever the noise of measurements says; but more workers may, where cores are short. */
    private double plausible(WhatIf.Resource resource, double factor, double rate) {
        double everything = measured.imagesPerSecond(EVERYTHING);
        return switch (resource) {
            case WORKERS, BATCH -> rate;
            case CORES, DISK, INPUT_CPU, GPU -> factor > 1 ? Math.max(everything, rate) : Math.min(everything, rate);
        };
    }

    /**
     * What the parts do not explain now stays a factor. Where parts compete for cores it comes of that, as threads of a step wait
     * for each other, so it grows and shrinks with the competition. A single thread waits for none, and still loses its cache.
     */
    double predicted(Scenario then) {
        var parts = parts(then);
        double unexplained = measured.imagesPerSecond(EVERYTHING) / present.predicted();
        return parts.predicted() * Math.pow(unexplained, weight(parts, then));
    }

    private double weight(ThroughputPrediction parts, Scenario then) {
        if (present.competition() == 0) {
            return 1;
        }
        double most = then.cores() < 2 ? ALONE : 1;
        return Math.min(most, parts.competition() / present.competition());
    }

    private ThroughputPrediction parts(Scenario scenario) {
        return new ThroughputPrediction(
                input.imagesPerSecond(scenario),
                measured.imagesPerSecond(COPY),
                1 / steps.seconds(scenario),
                input.busyCores(scenario),
                steps.busyCores(scenario),
                measured.onGpu() ? Double.POSITIVE_INFINITY : scenario.cores());
    }
}
