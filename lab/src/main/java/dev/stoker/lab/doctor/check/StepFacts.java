package dev.stoker.lab.doctor.check;

import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How a training step runs.
 *
 * @param processor processor seconds of the process for an image, steps by themselves
 * @param launchShare share of the time of steps by themselves in which the host launched them
 * @param whyEager why steps are not captured; empty where they are
 * @param whyNotFused why kernels are not fused; empty where they are
 * @param oddShare share of the multiplications in layers whose channels are no multiples of 8
 * @param halfThreads steps by themselves with half of the intra-op threads; empty on a GPU
 * @param deviceMemoryShare of the device's memory that the step holds at its peak; empty on a CPU
 */
public record StepFacts(
        boolean onGpu,
        double processor,
        double launchShare,
        Optional<String> whyEager,
        Optional<String> whyNotFused,
        double oddShare,
        Optional<HalfThreads> halfThreads,
        OptionalDouble deviceMemoryShare) {
    /**
     * steps by themselves with half of the threads.
     *
     * @param processor seconds for an image
     */
    public record HalfThreads(double imagesPerSecond, double processor) {}
}
