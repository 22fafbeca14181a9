package dev.stoker.data.internal.tuning;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.data.StageStatistics;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class PipelineMetricsTest {
    private static final long MILLISECOND = 1_000_000;

    private static TaskMetrics task(long milliseconds, boolean timed, boolean first) {
        var stage = new StageTime(StageStatistics.Kind.DECODE, 10, milliseconds * MILLISECOND);
        return new TaskMetrics(10, 0, 0, 0, timed, first, timed ? Map.of("decode", stage) : Map.of());
    }

    private static Duration decoding(PipelineMetrics metrics) {
        return StageStatistics.service(metrics.statistics(), StageStatistics.Kind.DECODE);
    }

    @Test
    void theFirstTaskOfAWorkerDoesNotStandForTheOthers() {
        var metrics = new PipelineMetrics();
        metrics.finished(task(3_000, true, true));
        assertThat(decoding(metrics)).isEqualTo(Duration.ofSeconds(3));
        metrics.finished(task(20, true, false));
        metrics.finished(task(20, false, false));
        metrics.finished(task(20, false, false));
        assertThat(decoding(metrics)).isEqualTo(Duration.ofMillis(80));
    }

    @Test
    void firstTasksOfSeveralIterationsAreAddedToo() {
        var metrics = new PipelineMetrics();
        var other = new PipelineMetrics();
        other.finished(task(30, true, true));
        metrics.add(other);
        metrics.add(other);
        assertThat(decoding(metrics)).isEqualTo(Duration.ofMillis(60));
    }
}
