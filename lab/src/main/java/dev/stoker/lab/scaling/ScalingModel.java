package dev.stoker.lab.scaling;

import dev.stoker.core.Bytes;

/**
 * Predicts the step of many ranks, each with the same number of images: backward computes gradients from the last layer to the
 * first, a bucket is sent when its gradients are whole and the one before it has arrived, and what is still on its way when
 * backward ends is waited for.
 *
 * @param bucket bytes that are sent at once; 0 sends everything after backward
 */
public record ScalingModel(StepCost step, Link link, Bytes bucket) {
    public double seconds(int ranks) {
        return ranks == 1 ? step.seconds() : step.seconds() + step.straggler() + exposed(ranks);
    }

    /** The throughput of each rank over that of one alone. */
    public double efficiency(int ranks) {
        return step.seconds() / seconds(ranks);
    }

    /** Seconds of communication that backward does not hide. */
    public double exposed(int ranks) {
        double now = 0;
        double arrived = 0;
        double collected = 0;
        for (var gradient : step.gradients().reversed()) {
            now += gradient.share() * step.backward();
            collected += gradient.bytes();
            if (bucket.count() > 0 && collected >= bucket.count()) {
                arrived = Math.max(now, arrived) + link.sum(collected, ranks);
                collected = 0;
            }
        }
        if (collected > 0) {
            arrived = Math.max(now, arrived) + link.sum(collected, ranks);
        }
        return Math.max(0, arrived - now);
    }
}
