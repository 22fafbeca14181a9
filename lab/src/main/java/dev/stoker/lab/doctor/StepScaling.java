package dev.stoker.lab.doctor;

import dev.stoker.train.measure.MeasuredPart;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * The time of steps for an image, as it depends on cores and batch size. Each law has a part that stays and a part that scales,
 * from the present measurement and one with half as much.
 *
 * @param perImage seconds now
 * @param busy cores that steps keep busy now
 * @param halfBusy the same with half of the threads
 * @param serial seconds of an image that more threads do not shorten
 * @param launch seconds of a step, whatever its batch
 * @param kernels seconds of the GPU for an image, where its host cannot launch steps fast enough
 */
record StepScaling(
        Scenario now,
        double perImage,
        double busy,
        double halfBusy,
        double serial,
        double launch,
        OptionalDouble kernels) {
    static StepScaling of(Measurements measured, Scenario now) {
        var steps = measured.of(MeasuredPart.STEPS);
        double perImage = 1 / steps.imagesPerSecond();
        return new StepScaling(
                now,
                perImage,
                steps.busyCores(),
                measured.halfThreads().map(Measurement::busyCores).orElse(steps.busyCores()),
                serial(perImage, measured.halfThreads()),
                launch(perImage, measured.halfBatches(), now.batch()),
                measured.isLaunchBound()
                        ? OptionalDouble.of((1 - measured.gapShare().orElse(0)) * perImage)
                        : OptionalDouble.empty());
    }

    /**
     * Amdahl's law through both points: an image takes serial + parallel / threads. Below 0 where twice the threads are more than
     * twice as fast, and above the whole time where they are slower.
     */
    private static double serial(double perImage, Optional<Measurement> halfThreads) {
        return halfThreads
                .map(half -> 2 * perImage - 1 / half.imagesPerSecond())
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
        // Extrapolated to more threads, what two points say is trusted only where it is plausible.
        double stays = then.cores() > now.cores() ? Math.clamp(serial, 0, perImage) : serial;
        double scaled = stays + (perImage - stays) * now.cores() / then.cores();
        double batches = scaled / perImage * launch * (1 / then.batch() - 1 / now.batch());
        double seconds = scaled + batches;
        return kernels.isPresent() ? Math.max(seconds, kernels.getAsDouble() / then.device()) : seconds / then.device();
    }

    /** Cores that steps keep busy. */
    double busyCores(Scenario then) {
        double doublings = Math.log(then.cores() / now.cores()) / Math.log(2);
        return Math.min(then.cores(), busy * Math.pow(busy / halfBusy, doublings));
    }
}
