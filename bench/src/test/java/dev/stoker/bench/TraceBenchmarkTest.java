package dev.stoker.bench;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class TraceBenchmarkTest {
    /** What it measures depends on the machine; that it measures all of it does not. */
    @Test
    void aShortMeasurementHasAllItsFigures() {
        var fields = new TraceBenchmark(1, 1_000, 4).run();
        assertThat(fields).containsOnlyKeys("span_off_ns", "span_on_ns", "trace_cost");
        assertThat(fields.get("span_on_ns")).isPositive();
        assertThat(fields.get("trace_cost")).isGreaterThan(-1);
    }
}
