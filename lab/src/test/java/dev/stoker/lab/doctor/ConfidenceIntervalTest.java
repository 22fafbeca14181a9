package dev.stoker.lab.doctor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConfidenceIntervalTest {
    @Test
    void anIntervalIsTheMeanAndStudentsTimesTheErrorOfTheMean() {
        var interval = ConfidenceInterval.of(List.of(9.0, 10.0, 11.0));
        assertThat(interval.mean()).isEqualTo(10);
        assertThat(interval.halfWidth()).isCloseTo(4.303 / Math.sqrt(3), within(1e-9));
        assertThat(interval.relativeHalfWidth()).isCloseTo(0.248, within(0.001));
        assertThat(interval.isWithin(0.25)).isTrue();
        assertThat(interval.isWithin(0.24)).isFalse();
    }

    @Test
    void aSingleValueSaysNothingAboutItsPrecision() {
        var interval = ConfidenceInterval.of(List.of(5.0));
        assertThat(interval.halfWidth()).isInfinite();
        assertThat(interval.isWithin(1e9)).isFalse();
    }

    @Test
    void noValueIsRefused() {
        assertThatThrownBy(() -> ConfidenceInterval.of(List.of())).hasMessageContaining("at least one value");
    }

    @ParameterizedTest
    @CsvSource({"1, 12.706", "4, 2.776", "30, 2.042", "40, 2.021", "120, 1.980"})
    void quantilesAreThoseOfTheTables(int degrees, double quantile) {
        assertThat(ConfidenceInterval.quantile(degrees)).isCloseTo(quantile, within(0.003));
    }

    @Test
    void nineteenOfTwentyIntervalsHoldTheTrueMean() {
        var random = new SplittableRandom(1);
        int held = 0;
        for (int i = 0; i < 2000; i++) {
            var values = new ArrayList<Double>();
            for (int k = 0; k < 5; k++) {
                values.add(100 + random.nextGaussian());
            }
            var interval = ConfidenceInterval.of(values);
            held += Math.abs(interval.mean() - 100) <= interval.halfWidth() ? 1 : 0;
        }
        assertThat(held / 2000.0).isBetween(0.94, 0.96);
    }
}
