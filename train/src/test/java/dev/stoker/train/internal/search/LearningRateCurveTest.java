package dev.stoker.train.internal.search;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.train.search.LearningRateFinderResult;
import dev.stoker.train.search.LearningRateFinderSettings;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LearningRateCurveTest {
    private static final LearningRateFinderSettings RANGE = new LearningRateFinderSettings(1e-6, 10, 141);

    private static LearningRateFinderResult curve(DoubleUnaryOperator lossAtRate, double noise) {
        var random = new SeededRandom(new Seed(7));
        var curve = new LearningRateCurve();
        for (int i = 0; i < RANGE.steps(); i++) {
            double rate = RANGE.rate(i);
            if (!curve.add(rate, lossAtRate.applyAsDouble(rate) + noise * random.nextGaussian())) {
                break;
            }
        }
        return curve.result();
    }

    /** Decreases around a rate, over about a decade, and diverges two decades later. */
    private static DoubleUnaryOperator fallingAround(double steepest) {
        return rate ->
                2.3 - 1.5 / (1 + Math.exp(-5 * Math.log10(rate / steepest))) + Math.pow(rate / (100 * steepest), 3);
    }

    @ParameterizedTest
    @ValueSource(doubles = {1e-4, 1e-3, 1e-2})
    void theSteepestPointIsWhereTheLossFallsFastest(double steepest) {
        var test = curve(fallingAround(steepest), 0.02);
        assertThat(test.verdict()).isInstanceOfSatisfying(LearningRateFinderResult.Found.class, found -> {
            // A moving average lags by some steps: nine of twenty per decade.
            assertThat(Math.log10(found.steepest() / steepest)).isBetween(-0.2, 0.7);
            assertThat(found.stillFalling()).isFalse();
            assertThat(found.tenthOfLowest()).isBetween(0.1 * steepest, 20 * steepest);
        });
        assertThat(test.points().getLast().rate()).isLessThan(10);
    }

    @Test
    void theSlopeIsTheChangeOverADecade() {
        var test = curve(rate -> 3 - 0.2 * Math.log10(rate), 0);
        assertThat(test.points().get(100).slope()).isCloseTo(-0.2, within(0.01));
        assertThat(test.verdict())
                .isInstanceOfSatisfying(
                        LearningRateFinderResult.Found.class,
                        found -> assertThat(found.stillFalling()).isTrue());
    }

    @Test
    void theFirstSmoothedLossIsTheFirstLoss() {
        assertThat(curve(_ -> 2.5, 0).points())
                .allSatisfy(point -> assertThat(point.smoothed()).isCloseTo(2.5, within(1e-9)));
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.02, 0.2, 0.5})
    void noiseAloneIsNoLearning(double noise) {
        assertThat(curve(_ -> 2.3, noise).verdict()).isInstanceOf(LearningRateFinderResult.NeverLearns.class);
    }

    @Test
    void aLossThatGrowsFromTheStartDiverges() {
        assertThat(curve(rate -> 2.3 + 1e6 * rate, 0).verdict())
                .isInstanceOfSatisfying(
                        LearningRateFinderResult.DivergesImmediately.class,
                        found -> assertThat(found.rate()).isLessThan(1e-4));
        assertThat(curve(_ -> Double.NaN, 0)).satisfies(test -> {
            assertThat(test.points()).isEmpty();
            assertThat(test.verdict()).isEqualTo(new LearningRateFinderResult.DivergesImmediately(1e-6));
        });
    }

    @ParameterizedTest
    @CsvSource({"0, 1, 50", "1, 1, 50", "2, 1, 50", "1e-3, Infinity, 50", "NaN, 1, 50", "1e-3, 1, 19"})
    void rangesThatDoNotIncreaseOrAreTooShortAreErrors(double from, double to, int steps) {
        assertThatThrownBy(() -> new LearningRateFinderSettings(from, to, steps))
                .isInstanceOf(IllegalArgumentException.class);
    }
}
