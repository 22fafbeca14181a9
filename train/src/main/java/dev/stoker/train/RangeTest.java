package dev.stoker.train;

import java.util.List;

/**
 * What the range test of Smith (2015) found: the loss while the learning rate rises from step to step, up to where it
 * diverges.
 */
public record RangeTest(List<Point> points, Verdict verdict) {
    public RangeTest {
        points = List.copyOf(points);
    }

    /**
     * One step.
     *
     * @param loss of its batch
     * @param smoothed the mean of the losses up to here, the latest counting most
     * @param slope how the smoothed loss changes around here when the rate grows tenfold
     */
    public record Point(double rate, double loss, double smoothed, double slope) {}

    /** What follows for a run. */
    public sealed interface Verdict {}

    /**
     * A rate to train with.
     *
     * @param suggestion the one of the other two that is safer, which is the smaller
     * @param steepest where the smoothed loss falls fastest
     * @param tenthOfLowest a tenth of the rate with the lowest smoothed loss, beyond which it learns no more
     * @param stillFalling whether the range ends before the loss stops falling
     */
    public record Found(double suggestion, double steepest, double tenthOfLowest, boolean stillFalling)
            implements Verdict {}

    /** No rate of the range makes the loss fall by more than its own noise. */
    public record NeverLearns(double firstLoss, double lowestLoss) implements Verdict {}

    /** The loss grows beyond measure before it has fallen. */
    public record DivergesAtOnce(double rate) implements Verdict {}
}
