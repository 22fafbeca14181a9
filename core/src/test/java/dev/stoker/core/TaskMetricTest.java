package dev.stoker.core;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import org.junit.jupiter.api.Test;

class TaskMetricTest {
    private static TaskMetric find(Map<String, Double> numbers) {
        return TaskMetric.find(name ->
                        numbers.containsKey(name) ? OptionalDouble.of(numbers.get(name)) : OptionalDouble.empty())
                .orElseThrow();
    }

    @Test
    void theTaskIsThatOfTheMetricThatIsKnown() {
        assertThat(find(Map.of("accuracy", 0.75))).isEqualTo(new TaskMetric(Task.CLASSIFICATION, 0.75));
        var multiLabel = find(Map.of("map", 0.5, "micro_f1", 0.9));
        assertThat(multiLabel).isEqualTo(new TaskMetric(Task.MULTI_LABEL, 0.5));
        assertThat(multiLabel.name() + " " + multiLabel.text()).isEqualTo("mAP 50.00 %");
        assertThat(TaskMetric.find(_ -> OptionalDouble.empty())).isEmpty();
    }

    @Test
    void theBestOfEachTaskIsFirst() {
        var low = new TaskMetric(Task.CLASSIFICATION, 0.2);
        var high = new TaskMetric(Task.CLASSIFICATION, 0.7);
        var other = new TaskMetric(Task.MULTI_LABEL, 0.9);
        assertThat(List.of(other, low, high).stream().sorted(TaskMetric.BEST_FIRST))
                .containsExactly(high, low, other);
    }
}
