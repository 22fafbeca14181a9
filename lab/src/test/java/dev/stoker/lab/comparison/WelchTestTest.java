package dev.stoker.lab.comparison;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class WelchTestTest {
    /** Tabulated values of Student's distribution. */
    @Test
    void tailsAreThoseOfTables() {
        assertThat(WelchTest.tails(12.706204736, 1)).isCloseTo(0.05, within(1e-9));
        assertThat(WelchTest.tails(2.228138852, 10)).isCloseTo(0.05, within(1e-9));
        assertThat(WelchTest.tails(-3.169272673, 10)).isCloseTo(0.01, within(1e-9));
        assertThat(WelchTest.tails(1.962339081, 1000)).isCloseTo(0.05, within(1e-8));
        assertThat(WelchTest.tails(0, 7)).isEqualTo(1);
    }

    /** Computed by hand: t = -4.8990, 4 degrees of freedom. */
    @Test
    void twoSamplesAreCompared() {
        var probability = WelchTest.probability(Spread.of(1, 2, 3), Spread.of(5, 6, 7));
        assertThat(probability.getAsDouble()).isCloseTo(0.008049893, within(1e-8));
        assertThat(WelchTest.probability(Spread.of(1, 2, 3), Spread.of(1, 2, 3)).getAsDouble())
                .isCloseTo(1, within(1e-12));
    }

    @Test
    void aSingleMeasurementSaysNothingAndEqualOnesSayAll() {
        assertThat(WelchTest.probability(Spread.of(1), Spread.of(5, 6))).isEmpty();
        assertThat(WelchTest.probability(Spread.of(1, 1), Spread.of(2, 2))).hasValue(0);
        assertThat(WelchTest.probability(Spread.of(1, 1), Spread.of(1, 1))).hasValue(1);
        assertThat(Spread.median()).isEqualTo(OptionalDouble.empty());
        assertThat(Spread.median(3, 1, 2, 10)).hasValue(2.5);
    }
}
