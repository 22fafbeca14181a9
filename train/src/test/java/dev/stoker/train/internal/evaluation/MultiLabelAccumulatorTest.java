package dev.stoker.train.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.stoker.core.Task;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.label.LabelSets;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.LossTensors;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class MultiLabelAccumulatorTest {
    private static final LabelSets SETS = new LabelSets(3, List.of(List.of(0), List.of(1, 0), List.of()));

    private static Evaluation evaluated(double[][] logits, int... labels) {
        try (var _ = TensorScope.open("test")) {
            var sums = MetricsAccumulator.of(3, Loss.multiLabel(SETS, 0), Device.CPU, Optional.empty());
            int half = logits.length / 2;
            sums.add(
                    LossTensors.logits(
                            IntStream.range(0, half).mapToObj(i -> logits[i]).toArray(double[][]::new)),
                    LossTensors.labels(
                            IntStream.range(0, half).map(i -> labels[i]).toArray()),
                    half);
            int rest = logits.length - half;
            sums.add(
                    LossTensors.logits(IntStream.range(half, logits.length)
                            .mapToObj(i -> logits[i])
                            .toArray(double[][]::new)),
                    LossTensors.labels(IntStream.range(half, logits.length)
                            .map(i -> labels[i])
                            .toArray()),
                    rest);
            return sums.read(CorruptImages.NONE);
        }
    }

    /** By sorting, as the textbook has it. */
    private static double averagePrecision(double[][] logits, int[] labels, int of) {
        var order = IntStream.range(0, logits.length)
                .boxed()
                .sorted(Comparator.comparingDouble((Integer i) -> -logits[i][of]))
                .toList();
        double sum = 0;
        int found = 0;
        for (int rank = 0; rank < order.size(); rank++) {
            if (SETS.sets().get(labels[order.get(rank)]).contains(of)) {
                found++;
                sum += found / (rank + 1.0);
            }
        }
        return sum / found;
    }

    @Test
    void averagePrecisionIsThatOfTheSortedScores() {
        var random = new SeededRandom(new Seed(3));
        var logits = new double[200][3];
        var labels = new int[200];
        for (int i = 0; i < 200; i++) {
            labels[i] = random.nextInt(3);
            for (int c = 0; c < 3; c++) {
                boolean has = SETS.sets().get(labels[i]).contains(c);
                logits[i][c] = Math.rint(40 * (random.nextGaussian() + (has ? 1 : 0))) / 40 + i * 1e-6;
            }
        }
        var evaluation = evaluated(logits, labels);
        var metrics = evaluation.multiLabel().orElseThrow();
        for (int c = 0; c < 2; c++) {
            assertThat(metrics.perClass().get(c).averagePrecision())
                    .isCloseTo(averagePrecision(logits, labels, c), offset(0.01));
        }
        assertThat(metrics.perClass().get(2).images()).isZero();
        assertThat(metrics.meanAveragePrecision())
                .isCloseTo(
                        (metrics.perClass().get(0).averagePrecision()
                                        + metrics.perClass().get(1).averagePrecision())
                                / 2,
                        offset(1e-9));
        assertThat(evaluation.metric()).isEqualTo(metrics.meanAveragePrecision());
        assertThat(evaluation.task()).isEqualTo(Task.MULTI_LABEL);
    }

    @Test
    void countsFollowFromProbabilitiesOfAHalf() {
        // set 0 is {0}, set 1 is {0, 1}, set 2 is empty
        double[][] logits = {{1, -1, -3}, {0, 2, -1}, {3, -2, -0.1}, {-1, -1, -1}};
        var evaluation = evaluated(logits, 0, 1, 2, 1);
        var metrics = evaluation.multiLabel().orElseThrow();
        assertThat(metrics.exactMatch()).isEqualTo(0.5);
        var first = metrics.perClass().get(0);
        assertThat(List.of(first.images(), first.predicted(), first.correct())).containsExactly(3L, 3L, 2L);
        assertThat(metrics.microF1()).isCloseTo(2.0 * 3 / (5 + 4), offset(1e-9));
        assertThat(metrics.macroF1()).isCloseTo((4.0 / 6 + 2.0 / 3) / 2, offset(1e-9));
        assertThat(evaluation.images()).isEqualTo(4);
    }

    @Test
    void logitsThatAreNoNumbersAreCountedSomewhere() {
        double[][] logits = {{Double.NaN, 1e9, -1e9}, {1, 1, 1}};
        assertThat(evaluated(logits, 1, 2).loss()).isNaN();
    }
}
