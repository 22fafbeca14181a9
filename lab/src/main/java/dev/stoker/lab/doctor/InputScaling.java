package dev.stoker.lab.doctor;

import dev.stoker.train.measure.MeasuredPart;

/**
 * Images per second of the input pipeline, as it depends on workers, cores and the disk: workers compute and wait, and together
 * they have no more cores than there are.
 *
 * @param imagesPerSecond now
 * @param processor processor seconds for an image
 * @param reading seconds for an image in which a worker waits for the disk
 * @param waiting seconds for an image in which it waits for anything else
 */
record InputScaling(Scenario now, double imagesPerSecond, double processor, double reading, double waiting) {
    static InputScaling of(Measurements measured, Scenario now) {
        var input = measured.of(MeasuredPart.INPUT);
        double processor = Math.max(1e-9, input.processorSecondsPerImage());
        boolean isStarved = now.workers() > Math.min(now.cores(), now.inputCpu());
        double idle = isStarved ? 0 : Math.max(0, now.workers() / input.imagesPerSecond() - processor);
        double reading = Math.min(idle, input.readingSecondsPerImage());
        return new InputScaling(now, input.imagesPerSecond(), processor, reading, idle - reading);
    }

    double imagesPerSecond(Scenario then) {
        return imagesPerSecond * limit(then) / limit(now);
    }

    private double limit(Scenario scenario) {
        double byWorkers = scenario.workers() / (processor + waiting + reading / scenario.disk());
        double byCores = Math.min(scenario.cores(), scenario.inputCpu()) / processor;
        return Math.min(byWorkers, byCores);
    }
}
