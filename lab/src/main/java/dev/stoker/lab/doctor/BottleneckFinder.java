package dev.stoker.lab.doctor;

import static dev.stoker.train.measure.MeasuredPart.COPY;
import static dev.stoker.train.measure.MeasuredPart.EVERYTHING;
import static dev.stoker.train.measure.MeasuredPart.INPUT;
import static dev.stoker.train.measure.MeasuredPart.STEPS;

import dev.stoker.lab.scaling.RankScaling;
import dev.stoker.train.TimeShare;
import dev.stoker.train.measure.MeasuredPart;
import java.util.Comparator;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * Decides by the measurements what limits a plan: the part that is slowest alone, since parts overlap. On a CPU parts share the
 * cores, so that the whole is slower than its slowest part; which one to make faster is still the slowest.
 */
final class BottleneckFinder {
    /** Below this share of what the parts predict, something else limits the whole. */
    private static final double EXPLAINED = 0.75;

    /** The same of what parts reach that take turns. */
    private static final double IN_TURN = 0.9;

    /** The share of the time of everything that names a limit which the parts do not show. */
    private static final double DOMINATING_SHARE = 0.4;

    private final Measurements measured;
    private final double everything;

    BottleneckFinder(Measurements measured) {
        this.measured = measured;
        everything = measured.imagesPerSecond(EVERYTHING);
    }

    Verdict verdict() {
        double predicted = ThroughputPrediction.of(measured).predicted();
        var slowest = Stream.of(INPUT, COPY, STEPS)
                .min(Comparator.comparingDouble(measured::imagesPerSecond))
                .orElseThrow();
        if (everything < explained(predicted)) {
            return unexplained(predicted);
        }
        return measured.ranks()
                .filter(ranks -> ranks.exchange() < measured.imagesPerSecond(slowest))
                .map(this::communication)
                .orElseGet(() -> of(slowest));
    }

    /** Sums overlap the backward pass, as the input does; a rank alone would do what its slowest part allows. */
    private Verdict communication(RankScaling ranks) {
        return new Verdict(
                Bottleneck.COMMUNICATION,
                everything,
                "summing gradients is the limit: %d ranks exchange those of %s for each of them, and one alone trains %s; together they reach %s, %s of %d times as much"
                        .formatted(
                                ranks.ranks(),
                                rate(ranks.exchange()),
                                rate(everything),
                                rate(ranks.together()),
                                percent(ranks.efficiency()),
                                ranks.ranks()));
    }

    /** On a CPU parts may also take turns, where threads of a step wait for the one whose core a worker uses. */
    private double explained(double predicted) {
        double inTurn = 1 / (1 / measured.imagesPerSecond(INPUT) + 1 / measured.imagesPerSecond(STEPS));
        return measured.onGpu() ? EXPLAINED * predicted : Math.min(EXPLAINED * predicted, IN_TURN * inTurn);
    }

    private Verdict of(MeasuredPart slowest) {
        return switch (slowest) {
            case INPUT -> limitedBy(Bottleneck.INPUT, slowest, "the input pipeline");
            case COPY -> limitedBy(Bottleneck.COPY, slowest, "the copy to the device");
            case STEPS, EVERYTHING ->
                measured.isLaunchBound() ? launch() : limitedBy(Bottleneck.COMPUTE, STEPS, "computing steps");
        };
    }

    private Verdict limitedBy(Bottleneck bottleneck, MeasuredPart part, String what) {
        double ceiling = Stream.of(INPUT, COPY, STEPS)
                .filter(other -> other != part)
                .mapToDouble(measured::imagesPerSecond)
                .min()
                .orElseThrow();
        return new Verdict(
                bottleneck,
                ceiling,
                "%s is the limit: alone it reaches %s, and training %s; the other parts would allow %s"
                        .formatted(what, rate(measured.imagesPerSecond(part)), rate(everything), rate(ceiling)));
    }

    private Verdict launch() {
        double kernels = measured.kernelSeconds().isPresent()
                ? measured.batch() / measured.kernelSeconds().getAsDouble()
                : Double.POSITIVE_INFINITY;
        double others = Math.min(measured.imagesPerSecond(INPUT), measured.imagesPerSecond(COPY));
        double ceiling = Math.min(kernels, others);
        String idle = measured.gapShare().isPresent()
                ? "the GPU is idle between kernels for %s of a step"
                        .formatted(percent(measured.gapShare().getAsDouble()))
                : "the host launches kernels for %s of the time"
                        .formatted(percent(measured.of(STEPS).launchShare()));
        return new Verdict(
                Bottleneck.LAUNCH,
                ceiling,
                "launching kernels is the limit: %s, which is not captured (%s); training reaches %s, and without gaps %s are possible"
                        .formatted(
                                idle,
                                measured.step().whyEager().orElse("for an unknown reason"),
                                rate(everything),
                                rate(ceiling)));
    }

    /** The loop knows what its device waited for. */
    private Verdict unexplained(double predicted) {
        var time = measured.of(EVERYTHING).time();
        if (time.share(TimeShare.INPUT) > DOMINATING_SHARE) {
            return of(INPUT);
        }
        if (time.share(TimeShare.COPY) > DOMINATING_SHARE) {
            return of(COPY);
        }
        return measured.isLaunchBound()
                ? launch()
                : new Verdict(
                        Bottleneck.OTHER,
                        predicted,
                        "no part alone explains the throughput of %s: input reaches %s on its own, steps reach %s, and together they should reach %s"
                                .formatted(
                                        rate(everything),
                                        rate(measured.imagesPerSecond(INPUT)),
                                        rate(measured.imagesPerSecond(STEPS)),
                                        rate(predicted)));
    }

    private static String rate(double imagesPerSecond) {
        return String.format(Locale.ROOT, "%,.0f images/s", imagesPerSecond);
    }

    private static String percent(double share) {
        return String.format(Locale.ROOT, "%.0f %%", 100 * share);
    }
}
