package dev.stoker.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StatisticsTest {
    @Test
    void theIntervalOfNineValuesLeavesOutTheExtremes() {
        var nine = IntStream.rangeClosed(1, 9).mapToObj(Double::valueOf).toList();
        assertThat(Statistics.medianInterval(nine)).isEqualTo(new Statistics.Interval(2, 8));
    }

    @Test
    void theIntervalOfFewValuesIsAllOfThem() {
        assertThat(Statistics.medianInterval(List.of(3.0, 1.0, 2.0))).isEqualTo(new Statistics.Interval(1, 3));
    }

    /** By the table of the sign test: the 6th smallest and largest of 20. */
    @Test
    void theIntervalOfManyValuesIsNarrower() {
        var twenty = DoubleStream.iterate(1, value -> value <= 20, value -> value + 1)
                .boxed()
                .toList();
        assertThat(Statistics.medianInterval(twenty)).isEqualTo(new Statistics.Interval(6, 15));
    }
}
