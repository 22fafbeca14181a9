package dev.stoker.lab.doctor;

import dev.stoker.train.measure.MeasuredPart;
import java.util.Optional;

/**
 * Images per second of the input pipeline, as it depends on workers, cores and the disk: workers compute and wait, and together
 * they have no more cores than there are. The more cores are busy, the longer an image takes, since cores share caches and
 * memory; two measurements say how much.
 *
 * @param imagesPerSecond now
 * @param processor processor seconds for an image now
 * @param perCore by how much they grow with each core that is busy
 * @param busy cores now
 * @param reading seconds for an image in which a worker waits for the disk
 * @param waiting seconds for an image in which it waits for anything else
 */
record InputScaling(
        Scenario now,
        double imagesPerSecond,
        double processor,
        double perCore,
        double busy,
        double reading,
        double waiting) {
    /** So little difference in busy cores says nothing. */
    private static final double LEAST_DIFFERENCE = 0.25;

    private static final int ITERATIONS = 20;

    /** What a worker and a core allow. */
    private record Limit(double imagesPerSecond, double busy) {}

    static InputScaling of(Measurements measured, Scenario now) {
        var input = measured.of(MeasuredPart.INPUT);
        double processor = Math.max(1e-9, input.processorSecondsPerImage());
        boolean isStarved = now.workers() > Math.min(now.cores(), now.inputCpu());
        double idle = isStarved ? 0 : Math.max(0, now.workers() / input.imagesPerSecond() - processor);
        double reading = Math.min(idle, input.readingSecondsPerImage());
        return new InputScaling(
                now,
                input.imagesPerSecond(),
                processor,
                perCore(input, measured.otherWorkers()),
                input.busyCores(),
                reading,
                idle - reading);
    }

    private static double perCore(Measurement input, Optional<Measurement> otherWorkers) {
        if (otherWorkers.isEmpty()) {
            return 0;
        }
        var other = otherWorkers.get();
        double cores = input.busyCores() - other.busyCores();
        double seconds = input.processorSecondsPerImage() - other.processorSecondsPerImage();
        return Math.abs(cores) < LEAST_DIFFERENCE ? 0 : Math.max(0, seconds / cores);
    }

    double imagesPerSecond(Scenario then) {
        return imagesPerSecond * limit(then).imagesPerSecond / limit(now).imagesPerSecond;
    }

    /** Cores that the input keeps busy. */
    double busyCores(Scenario then) {
        return limit(then).busy;
    }

    /** Busy cores make an image take longer, and what it takes says how many are busy. */
    private Limit limit(Scenario scenario) {
        double cores = Math.min(scenario.cores(), scenario.inputCpu());
        var limit = new Limit(imagesPerSecond, Math.min(busy, cores));
        for (int i = 0; i < ITERATIONS; i++) {
            double seconds = Math.max(processor / 2, processor + perCore * (limit.busy - busy));
            double byWorkers = scenario.workers() / (seconds + waiting + reading / scenario.disk());
            double rate = Math.min(byWorkers, cores / seconds);
            limit = new Limit(rate, rate * seconds);
        }
        return limit;
    }
}
