package dev.stoker.lab.doctor;

import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleSupplier;
import java.util.function.Predicate;

/**
 * Two variants measured in turn, so that what changes on the machine meanwhile changes both alike. Which of them begins
 * alternates.
 *
 * @param logarithms of the ratio of the second to the first, over the rounds
 * @param second the mean of the second over the rounds
 */
public record PairedRounds(ConfidenceInterval logarithms, double second) {
    /** Measures a number of rounds. */
    public static PairedRounds of(DoubleSupplier first, DoubleSupplier second, int rounds) {
        return new Measured(first, second).until(rounds, rounds, () -> false, _ -> true);
    }

    /**
     * Measures until the rounds tell which is faster, or that the second is not by as much as {@code gain}; at least {@code fewest}
     * and at most {@code most} times, or until the time is over.
     */
    public static PairedRounds untilDecided(
            DoubleSupplier first, DoubleSupplier second, double gain, int fewest, int most, BooleanSupplier isOver) {
        return new Measured(first, second).until(fewest, most, isOver, interval -> isDecided(interval, gain));
    }

    private static boolean isDecided(ConfidenceInterval logarithms, double gain) {
        return Math.abs(logarithms.mean()) > logarithms.halfWidth()
                || logarithms.mean() + logarithms.halfWidth() < Math.log(gain);
    }

    /** Whether the rounds tell which is faster, or that the second is not by as much as {@code gain}. */
    public boolean isDecided(double gain) {
        return isDecided(logarithms, gain);
    }

    /** Measures until the noise is at most a share of the ratio. */
    public static PairedRounds untilPrecise(
            DoubleSupplier first, DoubleSupplier second, double noise, int fewest, int most, BooleanSupplier isOver) {
        return new Measured(first, second)
                .until(fewest, most, isOver, interval -> interval.halfWidth() <= Math.log1p(noise));
    }

    private record Measured(DoubleSupplier first, DoubleSupplier second) {
        PairedRounds until(int fewest, int most, BooleanSupplier isOver, Predicate<ConfidenceInterval> isEnough) {
            List<Double> ratios = new ArrayList<>();
            double sum = 0;
            do {
                var pair = Pair.measured(first, second, ratios.size() % 2 == 1);
                ratios.add(Math.log(pair.second / pair.first));
                sum += pair.second;
            } while (ratios.size() < fewest
                    || (ratios.size() < most
                            && !isOver.getAsBoolean()
                            && !isEnough.test(ConfidenceInterval.of(ratios))));
            return new PairedRounds(ConfidenceInterval.of(ratios), sum / ratios.size());
        }
    }

    private record Pair(double first, double second) {
        static Pair measured(DoubleSupplier first, DoubleSupplier second, boolean swapped) {
            if (swapped) {
                double after = second.getAsDouble();
                return new Pair(first.getAsDouble(), after);
            }
            return new Pair(first.getAsDouble(), second.getAsDouble());
        }
    }

    /** The mean of the first over the rounds. */
    public double first() {
        return second / ratio();
    }

    /** The second over the first. */
    public double ratio() {
        return Math.exp(logarithms.mean());
    }

    /** Whether the second is faster by more than the noise, and by more than {@code least} in any case. */
    public boolean isFaster(double least) {
        return logarithms.mean() > logarithms.halfWidth() && ratio() >= least;
    }

    /** Half of the interval of the ratio, as a share of it. */
    public double noise() {
        return Double.isInfinite(logarithms.halfWidth()) ? 1 : Math.expm1(logarithms.halfWidth());
    }
}
