package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.SelectionMetric;
import java.util.HashMap;
import java.util.Optional;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;

class BestSoFarTest {
    private static BestSoFar after(int patience, double... losses) {
        return DoubleStream.of(losses)
                .mapToObj(loss -> new Evaluation(loss, 0.5, 0.9, 10, Optional.empty(), CorruptImages.NONE))
                .reduce(
                        BestSoFar.NONE,
                        (best, evaluation) -> best.after(evaluation, SelectionMetric.ACCURACY, patience, 1, 1),
                        (_, last) -> last);
    }

    @Test
    void aPlateauIsSoManyEvaluationsInARowWithoutImprovement() {
        assertThat(after(2, 1.0, 0.9, 0.9).plateaus()).isZero();
        assertThat(after(2, 1.0, 0.9, 0.9, 0.95).plateaus()).isEqualTo(1);
        assertThat(after(2, 1.0, 0.9, 0.9, 0.8, 0.9).plateaus()).isZero();
        assertThat(after(2, 1.0, 1.0, 1.0, 1.0, 1.0, 1.0).plateaus()).isEqualTo(2);
        assertThat(after(2, 1.0, 1.0, 1.0, 0.5, 1.0, 1.0).plateaus()).isEqualTo(2);
    }

    @Test
    void withoutPatienceThereAreNoPlateaus() {
        assertThat(after(0, 1.0, 1.0, 1.0, 1.0).plateaus()).isZero();
    }

    @Test
    void plateausAreKeptInCheckpointsAndOlderOnesHaveNone() {
        var best = after(1, 1.0, 1.0, 1.0);
        var text = new HashMap<String, String>();
        best.addTo(text);
        assertThat(BestSoFar.ofText(text)).isEqualTo(best);
        text.remove("plateaus");
        assertThat(BestSoFar.ofText(text).plateaus()).isZero();
    }
}
