package dev.stoker.train.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.offset;

import dev.stoker.core.Task;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.data.label.TargetValues;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.function.DoubleUnaryOperator;
import org.junit.jupiter.api.Test;

class RegressionLossTest {
    private static final TargetValues VALUES =
            new TargetValues(2, List.of(List.of(100.0, -3.0), List.of(140.0, 1.0), List.of(120.0, 0.0)));
    private static final TargetScaling SCALING = new TargetScaling(List.of(120.0, -1.0), List.of(20.0, 2.0));

    /** Of the rows above, in deviations from the mean. */
    private static final double[][] STANDARDIZED = {{-1, -1}, {1, 1}, {0, 0.5}};

    private static final double[][] PREDICTIONS = {{0.5, 1}, {-1, -1.25}, {0, 3}};
    private static final int[] LABELS = {1, 0, 2};

    private static double expected(DoubleUnaryOperator error) {
        double sum = 0;
        for (int row = 0; row < LABELS.length; row++) {
            for (int target = 0; target < 2; target++) {
                sum += error.applyAsDouble(PREDICTIONS[row][target] - STANDARDIZED[LABELS[row]][target]);
            }
        }
        return sum / 6;
    }

    private static double huber(double error, double delta) {
        double size = Math.abs(error);
        return size <= delta ? size * size / 2 : delta * (size - delta / 2);
    }

    private static double value(Loss loss) {
        try (var _ = TensorScope.open("test")) {
            return loss.loss(LossTensors.logits(PREDICTIONS), LossTensors.labels(LABELS))
                    .value();
        }
    }

    @Test
    void errorsAreMeansOverSamplesAndTargetsInDeviations() {
        assertThat(value(Loss.squaredError(VALUES, SCALING))).isCloseTo(expected(e -> e * e), offset(1e-6));
        assertThat(value(Loss.absoluteError(VALUES, SCALING))).isCloseTo(expected(Math::abs), offset(1e-6));
        assertThat(value(Loss.huber(VALUES, SCALING, 0.75))).isCloseTo(expected(e -> huber(e, 0.75)), offset(1e-6));
    }

    @Test
    void evaluationsReportTheSquaredErrorWhateverTheLoss() {
        var loss = Loss.huber(VALUES, SCALING, 0.75);
        assertThat(loss.task()).isEqualTo(Task.REGRESSION);
        assertThat(value(loss.forEvaluation())).isCloseTo(expected(e -> e * e), offset(1e-6));
    }

    @Test
    void gradientsAreThoseOfTheFormulas() {
        assertGradients(Loss.squaredError(VALUES, SCALING), e -> 2 * e);
        assertGradients(Loss.absoluteError(VALUES, SCALING), Math::signum);
        assertGradients(Loss.huber(VALUES, SCALING, 0.75), e -> Math.clamp(e, -0.75, 0.75));
    }

    private static void assertGradients(Loss loss, DoubleUnaryOperator slope) {
        try (var _ = TensorScope.open("test")) {
            var predictions = LossTensors.logits(PREDICTIONS).requireGradient();
            loss.on(Device.CPU).loss(predictions, LossTensors.labels(LABELS)).backward();
            float[] found = predictions.gradient().toHost().toArray(ValueLayout.JAVA_FLOAT);
            for (int i = 0; i < found.length; i++) {
                double error = PREDICTIONS[i / 2][i % 2] - STANDARDIZED[LABELS[i / 2]][i % 2];
                assertThat((double) found[i])
                        .as("%s of element %d", loss, i)
                        .isCloseTo(slope.applyAsDouble(error) / 6, offset(1e-6));
            }
        }
    }

    /** Two labels, weighted, have the gradient of the weighted target, which is what Mixup needs. */
    @Test
    void theSquaredErrorOfTwoLabelsMovesTowardsTheirMean() {
        try (var _ = TensorScope.open("test")) {
            var loss = Loss.squaredError(VALUES, SCALING).on(Device.CPU);
            var predictions = LossTensors.logits(PREDICTIONS).requireGradient();
            loss.loss(predictions, LossTensors.labels(0, 0, 0))
                    .times(0.3)
                    .plus(loss.loss(predictions, LossTensors.labels(1, 1, 1)).times(0.7))
                    .backward();
            float[] found = predictions.gradient().toHost().toArray(ValueLayout.JAVA_FLOAT);
            for (int i = 0; i < found.length; i++) {
                double target = 0.3 * STANDARDIZED[0][i % 2] + 0.7 * STANDARDIZED[1][i % 2];
                assertThat((double) found[i]).isCloseTo(2 * (PREDICTIONS[i / 2][i % 2] - target) / 6, offset(1e-6));
            }
        }
    }

    @Test
    void theMetricOfTrainingIsTheAbsoluteErrorInUnitsOfTheData() {
        double sum = 0;
        for (int row = 0; row < LABELS.length; row++) {
            double first = 20 * Math.abs(PREDICTIONS[row][0] - STANDARDIZED[LABELS[row]][0]);
            double second = 2 * Math.abs(PREDICTIONS[row][1] - STANDARDIZED[LABELS[row]][1]);
            sum += (first + second) / 2;
        }
        try (var _ = TensorScope.open("test")) {
            var loss = Loss.huber(VALUES, SCALING, 1).on(Device.CPU);
            assertThat(loss.metricSum(LossTensors.logits(PREDICTIONS), LossTensors.labels(LABELS))
                            .value())
                    .isCloseTo(sum, offset(1e-5));
        }
    }

    @Test
    void deltaMustBeAboveZero() {
        assertThatThrownBy(() -> Loss.huber(VALUES, SCALING, 0))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("must be above 0, got 0");
    }
}
