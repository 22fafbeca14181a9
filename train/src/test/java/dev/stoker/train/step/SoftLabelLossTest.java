package dev.stoker.train.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.stoker.data.label.SoftLabels;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SoftLabelLossTest {
    private static final SoftLabels LABELS =
            new SoftLabels(3, List.of(List.of(0.7, 0.3, 0.0), List.of(0.0, 0.0, 1.0), List.of(0.2, 0.4, 0.4)));
    private static final double[][] LOGITS = {{0.5, -2, 3}, {-1, 0.25, 0}, {4, 4, -4}, {0, 2, 0}};
    private static final int[] ROWS = {0, 1, 2, 2};

    private static double expected(double smoothing) {
        double sum = 0;
        for (int row = 0; row < LOGITS.length; row++) {
            double total = 0;
            for (double logit : LOGITS[row]) {
                total += Math.exp(logit);
            }
            for (int label = 0; label < 3; label++) {
                double share = LABELS.rows().get(ROWS[row]).get(label) * (1 - smoothing) + smoothing / 3;
                sum -= share * (LOGITS[row][label] - Math.log(total));
            }
        }
        return sum / LOGITS.length;
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1})
    void theLossIsCrossEntropyAgainstProbabilities(double smoothing) {
        try (var _ = TensorScope.open("test")) {
            var loss = Loss.softLabels(LABELS, smoothing);
            assertThat(loss.loss(LossTensors.logits(LOGITS), LossTensors.labels(ROWS))
                            .value())
                    .isCloseTo(expected(smoothing), offset(1e-5));
            assertThat(loss.forEvaluation()
                            .loss(LossTensors.logits(LOGITS), LossTensors.labels(ROWS))
                            .value())
                    .isCloseTo(expected(0), offset(1e-5));
        }
    }

    @Test
    void certainLabelsGiveTheLossOfClasses() {
        var certain =
                new SoftLabels(3, List.of(List.of(1.0, 0.0, 0.0), List.of(0.0, 1.0, 0.0), List.of(0.0, 0.0, 1.0)));
        try (var _ = TensorScope.open("test")) {
            var logits = LossTensors.logits(LOGITS);
            var labels = LossTensors.labels(2, 0, 1, 1);
            assertThat(Loss.softLabels(certain, 0.1).loss(logits, labels).value())
                    .isCloseTo(Loss.crossEntropy(0.1).loss(logits, labels).value(), offset(1e-5));
        }
    }

    @Test
    void aPredictionIsRightWhereItIsTheMostProbableClass() {
        try (var _ = TensorScope.open("test")) {
            var loss = Loss.softLabels(LABELS, 0).on(Device.CPU);
            // Of row 2, classes 1 and 2 are equal, and the first counts.
            assertThat(loss.metricSum(LossTensors.logits(LOGITS), LossTensors.labels(ROWS))
                            .value())
                    .isEqualTo(1);
            assertThat(LABELS.mostProbable(2)).isEqualTo(1);
        }
    }
}
