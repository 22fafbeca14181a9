package dev.stoker.lab.doctor;

import dev.stoker.job.plan.Plan;
import dev.stoker.lab.scaling.RankScaling;
import dev.stoker.train.measure.MeasuredPart;
import dev.stoker.train.step.StepState;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * What was measured of a plan.
 *
 * @param plan settled
 * @param batch images of one optimizer step
 * @param onGpu whether a GPU computes the steps; otherwise steps and input share the cores
 * @param cores of this process
 * @param parts each part alone, and everything
 * @param otherWorkers input with half of the workers, or with two where there is one; empty where that was not measured
 * @param halfBatches steps on batches of half the size; empty where that was not measured
 * @param halfThreads steps with half of the intra-op threads; empty on a GPU and where there is but one
 * @param step how steps run
 * @param kernelSeconds what the kernels of a step take on the device; empty on a CPU and where steps cannot be captured
 * @param ranks what several ranks give; empty where one was asked for
 */
public record Measurements(
        Plan plan,
        int batch,
        boolean onGpu,
        int cores,
        Map<MeasuredPart, Measurement> parts,
        Optional<Measurement> otherWorkers,
        Optional<Measurement> halfBatches,
        Optional<Measurement> halfThreads,
        StepState step,
        OptionalDouble kernelSeconds,
        Optional<RankScaling> ranks) {
    /** A device that waits for its host for a larger share of a step is limited by launches. */
    private static final double LARGE_GAP = 0.2;

    /** A host that launches for a larger share of the time never waits for its device. */
    private static final double BUSY_HOST = 0.9;

    public Measurements {
        parts = Collections.unmodifiableMap(new EnumMap<>(parts));
        for (var part : MeasuredPart.values()) {
            if (!parts.containsKey(part)) {
                throw new IllegalArgumentException("%s was not measured".formatted(part.key()));
            }
        }
    }

    /** With what several ranks give. */
    public Measurements with(RankScaling several) {
        return new Measurements(
                plan,
                batch,
                onGpu,
                cores,
                parts,
                otherWorkers,
                halfBatches,
                halfThreads,
                step,
                kernelSeconds,
                Optional.of(several));
    }

    public Measurement of(MeasuredPart part) {
        return Objects.requireNonNull(parts.get(part));
    }

    public double imagesPerSecond(MeasuredPart part) {
        return of(part).imagesPerSecond();
    }

    /** The share of a step in which the device waits for its host; empty where that is not known. */
    public OptionalDouble gapShare() {
        if (kernelSeconds.isEmpty()) {
            return OptionalDouble.empty();
        }
        double step = batch / imagesPerSecond(MeasuredPart.STEPS);
        return OptionalDouble.of(Math.max(0, 1 - kernelSeconds.getAsDouble() / step));
    }

    /** Whether the device waits for its host to launch kernels; a captured step is launched as a whole. */
    boolean isLaunchBound() {
        if (!onGpu || step.captured()) {
            return false;
        }
        return gapShare().isPresent()
                ? gapShare().getAsDouble() > LARGE_GAP
                : of(MeasuredPart.STEPS).launchShare() > BUSY_HOST;
    }
}
