package dev.stoker.train.internal.search;

import dev.stoker.train.search.LearningRateFinderResult;
import java.util.ArrayList;
import java.util.List;

/** Losses at increasing learning rates, as they are measured, and what they mean. */
final class LearningRateCurve {
    /** Decay of the moving average of the loss: about ten steps. */
    private static final double DECAY = 0.9;

    /** The standard deviation of such a moving average, as a factor of that of single losses. */
    private static final double NOISE_LEFT = Math.sqrt((1 - DECAY) / (1 + DECAY));

    private static final double DIVERGED = 4;
    private static final double LEAST_FALL = 0.05;

    private final List<Double> rates = new ArrayList<>();
    private final List<Double> losses = new ArrayList<>();
    private final List<Double> smoothed = new ArrayList<>();
    private double mean;
    private int lowest;
    private double divergedAt;

    /** Adds a step; false if the loss has diverged, which ends the curve. */
    boolean add(double rate, double loss) {
        mean = DECAY * mean + (1 - DECAY) * loss;
        double corrected = mean / (1 - Math.pow(DECAY, smoothed.size() + 1.0));
        if (!Double.isFinite(loss) || (!smoothed.isEmpty() && corrected > DIVERGED * smoothed.get(lowest))) {
            divergedAt = rate;
            return false;
        }
        rates.add(rate);
        losses.add(loss);
        smoothed.add(corrected);
        if (corrected < smoothed.get(lowest)) {
            lowest = smoothed.size() - 1;
        }
        return true;
    }

    LearningRateFinderResult result() {
        var points = new ArrayList<LearningRateFinderResult.Point>();
        for (int i = 0; i < rates.size(); i++) {
            points.add(new LearningRateFinderResult.Point(rates.get(i), losses.get(i), smoothed.get(i), slope(i)));
        }
        return new LearningRateFinderResult(points, verdict());
    }

    private LearningRateFinderResult.Verdict verdict() {
        boolean diverged = divergedAt > 0;
        if (rates.size() < 3) {
            return new LearningRateFinderResult.DivergesImmediately(divergedAt);
        }
        double first = first();
        if (!(smoothed.get(lowest) < first - Math.max(LEAST_FALL * first, 4 * NOISE_LEFT * noise()))) {
            return diverged
                    ? new LearningRateFinderResult.DivergesImmediately(divergedAt)
                    : new LearningRateFinderResult.NeverLearns(first, smoothed.get(lowest));
        }
        return new LearningRateFinderResult.Found(
                rates.get(steepest()), rates.get(lowest), !diverged && lowest >= rates.size() - reach());
    }

    /** The mean of the first losses, while the rate is still too low to change much. */
    private double first() {
        return losses.stream()
                .limit(Math.max(3, losses.size() / 20))
                .mapToDouble(Double::doubleValue)
                .average()
                .orElseThrow();
    }

    /** The standard deviation of single losses, by how much neighbors differ before much is learned. */
    private double noise() {
        int pairs = Math.max(2, losses.size() / 4);
        double squares = 0;
        for (int i = 0; i < pairs; i++) {
            squares += Math.pow(losses.get(i + 1) - losses.get(i), 2);
        }
        return Math.sqrt(squares / pairs / 2);
    }

    /** Not after the lowest point, where the loss may fall again from a peak. */
    private int steepest() {
        int best = Math.min(reach(), lowest);
        for (int i = best; i <= lowest; i++) {
            if (slope(i) < slope(best)) {
                best = i;
            }
        }
        return best;
    }

    /** Points on either side that a slope is fitted to. */
    private int reach() {
        return Math.max(2, rates.size() / 25);
    }

    /** By least squares over the points around, against the logarithm of the rate. */
    private double slope(int at) {
        int from = Math.max(0, at - reach());
        int to = Math.min(rates.size() - 1, at + reach());
        double meanX = 0;
        double meanY = 0;
        int count = to - from + 1;
        for (int i = from; i <= to; i++) {
            meanX += Math.log10(rates.get(i)) / count;
            meanY += smoothed.get(i) / count;
        }
        double products = 0;
        double squares = 0;
        for (int i = from; i <= to; i++) {
            double x = Math.log10(rates.get(i)) - meanX;
            products += x * (smoothed.get(i) - meanY);
            squares += x * x;
        }
        return squares == 0 ? 0 : products / squares;
    }
}
