package dev.stoker.lab.doctor;

import dev.stoker.train.measure.MeasuredPart;
import java.util.Optional;

/**
 * The time of steps for an image, as it depends on cores and batch size. Each law has a part that stays and a part that scales,
 * from the present measurement and one with half as much.
 *
 * @param perImage seconds now
 * @param processorPerImage processor seconds now
 * @param serial seconds of an image that more threads do not shorten
 * @param launch seconds of a step, whatever its batch
 */
record StepScaling(
        Scenario now,
        double perImage,
        double processorPerImage,
        double halfThreadsProcessor,
        double serial,
        double launch) {
    static StepScaling of(Measurements measured, Scenario now) {
        var steps = measured.of(MeasuredPart.STEPS);
        double perImage = 1 / steps.imagesPerSecond();
        double processor = steps.processorSecondsPerImage();
        return new StepScaling(
                now,
                perImage,
                processor,
                measured.halfThreads()
                        .map(Measurement::processorSecondsPerImage)
                        .orElse(processor),
                serial(perImage, measured.halfThreads()),
                launch(perImage, measured.halfBatches(), now.batch()));
    }

    /** Amdahl's law through both points: an image takes serial + parallel / threads. */
    private static double serial(double perImage, Optional<Measurement> halfThreads) {
        return halfThreads
                .map(half -> Math.clamp(2 * perImage - 1 / half.imagesPerSecond(), 0, perImage))
                .orElse(perImage);
    }

    /** A step takes launch + images × time: at half of the batch, an image's share of the launch is twice as large. */
    private static double launch(double perImage, Optional<Measurement> halfBatches, double batch) {
        return halfBatches
                .map(half -> batch * Math.clamp(1 / half.imagesPerSecond() - perImage, 0, perImage))
                .orElse(0.0);
    }

    /** Seconds of steps for an image. */
    double seconds(Scenario then) {
        double scaled = serial + (perImage - serial) * now.cores() / then.cores();
        double batches = scaled / perImage * launch * (1 / then.batch() - 1 / now.batch());
        return (scaled + batches) / then.device();
    }

    /** Processor seconds of steps for an image: threads that wait for each other use time, too. */
    double processorSeconds(Scenario then) {
        double doublings = Math.log(then.cores() / now.cores()) / Math.log(2);
        double perHalving = halfThreadsProcessor / processorPerImage;
        double batches = seconds(then) / seconds(withBatchOf(then));
        return processorPerImage * Math.pow(perHalving, -doublings) * batches;
    }

    private Scenario withBatchOf(Scenario then) {
        return new Scenario(then.cores(), then.workers(), then.inputCpu(), then.disk(), now.batch(), then.device());
    }
}
