package dev.stoker.job.predict;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Task;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class TopClassesTest {
    private static Optional<List<Prediction.ClassProbability>> top(int count, float... logits) {
        var names = IntStream.range(0, logits.length).mapToObj(i -> "c" + i).toList();
        try (var arena = Arena.ofConfined()) {
            return new TopClasses(names, count, Task.CLASSIFICATION)
                    .of(arena.allocateFrom(ValueLayout.JAVA_FLOAT, logits), 0);
        }
    }

    @Test
    void theMostProbableComeFirstAndOfEqualOnesTheFirst() {
        var best = top(3, 1, 3, 2, 3, -5).orElseThrow();
        assertThat(best).extracting(Prediction.ClassProbability::label).containsExactly(1, 3, 2);
        assertThat(best.getFirst().probability()).isEqualTo(best.get(1).probability());
    }

    @Test
    void probabilitiesAreThoseOfTheSoftmaxEvenOfLargeLogits() {
        assertThat(top(2, 1000, 1000).orElseThrow())
                .extracting(Prediction.ClassProbability::probability)
                .containsExactly(0.5, 0.5);
        assertThat(top(9, 0, (float) Math.log(3)).orElseThrow())
                .extracting(each -> Math.round(1e6 * each.probability()))
                .containsExactly(750_000L, 250_000L);
    }

    @Test
    void logitsThatAreNotNumbersHaveNoClasses() {
        assertThat(top(1, 0, Float.NaN)).isEmpty();
        assertThat(top(1, Float.POSITIVE_INFINITY, 0)).isEmpty();
    }
}
