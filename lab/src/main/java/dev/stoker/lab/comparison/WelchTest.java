package dev.stoker.lab.comparison;

import java.util.OptionalDouble;

/** Welch's t-test: how likely two means would differ as much by chance, where noise may differ too. */
public final class WelchTest {
    private static final int MAX_TERMS = 300;
    private static final double PRECISION = 1e-13;
    private static final double TINY = 1e-300;

    private WelchTest() {}

    /** The two-sided p-value; absent where one of them has a single measurement, which says nothing about noise. */
    public static OptionalDouble probability(Spread first, Spread second) {
        if (first.deviation().isEmpty() || second.deviation().isEmpty()) {
            return OptionalDouble.empty();
        }
        double one = square(first.deviation().getAsDouble()) / first.count();
        double two = square(second.deviation().getAsDouble()) / second.count();
        double difference = first.mean() - second.mean();
        if (one + two == 0) {
            return OptionalDouble.of(difference == 0 ? 1 : 0);
        }
        double t = difference / Math.sqrt(one + two);
        double freedom = square(one + two) / (square(one) / (first.count() - 1) + square(two) / (second.count() - 1));
        return OptionalDouble.of(tails(t, freedom));
    }

    private static double square(double value) {
        return value * value;
    }

    /** Both tails of Student's distribution. */
    static double tails(double t, double freedom) {
        return incompleteBeta(freedom / (freedom + t * t), freedom / 2, 0.5);
    }

    /** The regularized incomplete beta function, by its continued fraction where that converges fast. */
    private static double incompleteBeta(double x, double a, double b) {
        if (x <= 0 || x >= 1) {
            return x <= 0 ? 0 : 1;
        }
        if (x > (a + 1) / (a + b + 2)) {
            return 1 - incompleteBeta(1 - x, b, a);
        }
        double factor = Math.exp(logGamma(a + b) - logGamma(a) - logGamma(b) + a * Math.log(x) + b * Math.log(1 - x));
        return factor * fraction(x, a, b) / a;
    }

    /** By Lentz's method. */
    private static double fraction(double x, double a, double b) {
        double c = 1;
        double d = 1 / away(1 - (a + b) * x / (a + 1));
        double value = d;
        for (int m = 1; m <= MAX_TERMS; m++) {
            double even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m));
            d = 1 / away(1 + even * d);
            c = away(1 + even / c);
            value *= d * c;
            double odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1));
            d = 1 / away(1 + odd * d);
            c = away(1 + odd / c);
            value *= d * c;
            if (Math.abs(d * c - 1) < PRECISION) {
                break;
            }
        }
        return value;
    }

    private static double away(double value) {
        return Math.abs(value) < TINY ? TINY : value;
    }

    /** Stirling's series, after shifting the argument to where it is exact to 1e-12. */
    private static double logGamma(double value) {
        double shift = 0;
        double x = value;
        while (x < 10) {
            shift += Math.log(x);
            x += 1;
        }
        double inverse = 1 / (x * x);
        double series = (1.0 / 12 - inverse * (1.0 / 360 - inverse * (1.0 / 1260 - inverse / 1680))) / x;
        return (x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI) + series - shift;
    }
}
