package dev.stoker.train.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;

import dev.stoker.data.label.LabelSets;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MultiLabelLossTest {
    private static final LabelSets SETS = new LabelSets(3, List.of(List.of(), List.of(2, 0), List.of(1)));
    private static final double[][] LOGITS = {{0.5, -2, 3}, {-1, 0.25, 0}, {4, 4, -4}, {0, 0, 0}};
    private static final int[] LABELS = {1, 0, 2, 1};

    private static double expected(double gamma, double smoothing) {
        double sum = 0;
        for (int row = 0; row < LOGITS.length; row++) {
            for (int c = 0; c < 3; c++) {
                double hard = SETS.sets().get(LABELS[row]).contains(c) ? 1 : 0;
                double target = hard * (1 - smoothing) + smoothing / 2;
                double p = 1 / (1 + Math.exp(-LOGITS[row][c]));
                double entropy = -target * Math.log(p) - (1 - target) * Math.log(1 - p);
                double right = target * p + (1 - target) * (1 - p);
                sum += entropy * Math.pow(1 - right, gamma);
            }
        }
        return sum / LOGITS.length;
    }

    @ParameterizedTest
    @CsvSource({"0, 0", "0, 0.1", "2, 0", "1.5, 0.2"})
    void theLossIsASumOverClassesAndAMeanOverRows(double gamma, double smoothing) {
        try (var _ = TensorScope.open("test")) {
            var loss = Loss.multiLabelFocal(SETS, gamma, smoothing);
            assertThat(loss.loss(LossTensors.logits(LOGITS), LossTensors.labels(LABELS))
                            .value())
                    .isCloseTo(expected(gamma, smoothing), offset(1e-5));
            assertThat(loss.forEvaluation()
                            .loss(LossTensors.logits(LOGITS), LossTensors.labels(LABELS))
                            .value())
                    .isCloseTo(expected(0, 0), offset(1e-5));
        }
    }

    @Test
    void rowsAreCorrectWhereAllClassesAre() {
        double[][] logits = {{1, -1, 1}, {-1, -1, -1}, {-1, 1, 1}, {1, -1, -1}};
        try (var _ = TensorScope.open("test")) {
            var loss = Loss.multiLabel(SETS, 0).on(Device.CPU);
            assertThat(loss.metricSum(LossTensors.logits(logits), LossTensors.labels(LABELS))
                            .value())
                    .isEqualTo(2);
        }
    }
}
