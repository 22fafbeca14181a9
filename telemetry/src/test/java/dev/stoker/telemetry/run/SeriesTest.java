package dev.stoker.telemetry.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class SeriesTest {
    @Test
    void downsamplingKeepsTheEndsAndEveryPeak() {
        var series = new Series();
        for (int i = 0; i < 100_000; i++) {
            series.add(i, i * 0.01, i == 77_777 ? 1e6 : i == 33_333 ? -1e6 : Math.sin(i * 0.001));
        }
        var sparse = series.downsampled(2_000);
        assertThat(sparse.size()).isBetween(1_500, 2_000);
        assertThat(sparse.step(0)).isZero();
        assertThat(sparse.step(sparse.size() - 1)).isEqualTo(99_999);
        assertThat(steps(sparse)).contains(77_777.0, 33_333.0).isSorted().doesNotHaveDuplicates();
    }

    @Test
    void aShortSeriesStaysAsItIs() {
        var series = new Series();
        series.add(1, Double.NaN, 2);
        assertThat(series.downsampled(4)).isSameAs(series);
        assertThat(series.value(0)).isEqualTo(2);
        assertThat(series.time(0)).isNaN();
        assertThatThrownBy(() -> series.value(1)).isInstanceOf(IndexOutOfBoundsException.class);
        assertThatThrownBy(() -> series.downsampled(3)).hasMessageContaining("at least 4");
    }

    private static double[] steps(Series series) {
        return IntStream.range(0, series.size()).mapToDouble(series::step).toArray();
    }
}
