package dev.stoker.telemetry.monitor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SampleStatisticsTest {
    private static final String GPU = Quantity.gpu(0);

    @Test
    void percentilesAreThoseOfNumpy() {
        var statistics = new SampleStatistics();
        for (int i = 0; i <= 10; i++) {
            statistics.add(sample(i, Quantity.UTILIZATION, (10 - i) / 10.0));
        }

        var utilization = statistics.of(GPU, Quantity.UTILIZATION).orElseThrow();

        assertThat(utilization.median()).isEqualTo(0.5);
        assertThat(utilization.low()).isCloseTo(0.1, within(1e-12));
        assertThat(utilization.high()).isCloseTo(0.9, within(1e-12));
        assertThat(utilization.peak()).isEqualTo(1);
        assertThat(utilization.samples()).isEqualTo(11);
    }

    @Test
    void betweenTwoValuesIsInterpolated() {
        var statistics = new SampleStatistics();
        List.of(1.0, 2.0, 4.0, 10.0).forEach(value -> statistics.add(sample(0, Quantity.POWER, value)));

        var power = statistics.of(GPU, Quantity.POWER).orElseThrow();

        assertThat(power.median()).isEqualTo(3);
        assertThat(power.low()).isCloseTo(1.3, within(1e-12));
        assertThat(power.high()).isCloseTo(8.2, within(1e-12));
    }

    @Test
    void aMillionSamplesKeepTheirDistributionAndPeak() {
        var series = new Series();
        for (int i = 0; i < 1_000_000; i++) {
            series.add(i == 777_777 ? 5 : i / 1e6);
        }

        double[] quantiles = series.quantiles(0.1, 0.5, 0.9);

        assertThat(quantiles[0]).isCloseTo(0.1, within(1e-3));
        assertThat(quantiles[1]).isCloseTo(0.5, within(1e-3));
        assertThat(quantiles[2]).isCloseTo(0.9, within(1e-3));
        assertThat(series.peak()).isEqualTo(5);
        assertThat(series.count()).isEqualTo(1_000_000);
    }

    @Test
    void energyIsATotal() {
        var statistics = new SampleStatistics();
        List.of(0.0, 50.0, 120.0).forEach(value -> statistics.add(sample(1, Quantity.ENERGY, value)));

        assertThat(statistics.fields()).containsEntry("gpu0_energy_joules", 120.0);
    }

    @Test
    void whatWasNeverMeasuredIsAbsent() {
        assertThat(new SampleStatistics().of(GPU, Quantity.POWER)).isEmpty();
        assertThat(new SampleStatistics().distributions()).isEmpty();
    }

    @Test
    void throttlingIsCountedByItsReasons() {
        var statistics = new SampleStatistics();
        statistics.add(new Sample(0, List.of(), Map.of(GPU, "power cap")));
        statistics.add(new Sample(1, List.of(), Map.of(GPU, "power cap")));
        statistics.add(new Sample(2, List.of(), Map.of()));

        assertThat(statistics.throttled()).isEqualTo(Map.of(GPU, Map.of("power cap", 2L)));
    }

    private static Sample sample(double seconds, Quantity quantity, double value) {
        return new Sample(seconds, List.of(new Sample.Reading(GPU, quantity, value)), Map.of());
    }
}
