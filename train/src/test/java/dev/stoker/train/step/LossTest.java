package dev.stoker.train.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.data.Offset.offset;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class LossTest {
    private static final double[] ONES = {1, 1, 1, 1};
    private static final double[] WEIGHTS = {0.5, 3, 0, 1.25};
    private static final int[] LABELS = {0, 1, 2, 3, 1, 0, 0, 2};
    private static final double[][] LOGITS = logits(LABELS.length, WEIGHTS.length);

    private static double[][] logits(int rows, int classes) {
        var random = new SeededRandom(new Seed(9));
        return IntStream.range(0, rows)
                .mapToObj(_ -> IntStream.range(0, classes)
                        .mapToDouble(_ -> 2 * random.nextGaussian())
                        .toArray())
                .toArray(double[][]::new);
    }

    private static Loss weighted(ClassificationLoss loss, double[] weights) {
        return loss.weighted(new ClassWeights(Arrays.stream(weights).boxed().toList()));
    }

    private static void assertLoss(Loss loss, ReferenceLosses.Result expected) {
        assertLoss(loss, LOGITS, LABELS, expected);
    }

    private static void assertLoss(Loss loss, double[][] values, int[] labels, ReferenceLosses.Result expected) {
        try (var _ = TensorScope.open("test")) {
            var logits = LossTensors.logits(values).requireGradient();
            var result = loss.loss(logits, LossTensors.labels(labels));
            assertThat(result.value()).isCloseTo(expected.loss(), offset(1e-5 * Math.max(1, expected.loss())));
            result.backward();
            float[] gradient = logits.gradient().toHost().toArray(ValueLayout.JAVA_FLOAT);
            for (int i = 0; i < gradient.length; i++) {
                int classes = values[0].length;
                assertThat((double) gradient[i])
                        .as("logit %d of row %d", i % classes, i / classes)
                        .isCloseTo(expected.gradient()[i / classes][i % classes], offset(2e-6));
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.5})
    void crossEntropyIsThatOfTheFormula(double smoothing) {
        var loss = Loss.crossEntropy(smoothing);
        assertLoss(loss, ReferenceLosses.crossEntropy(LOGITS, LABELS, ONES, smoothing));
        assertLoss(weighted(loss, WEIGHTS), ReferenceLosses.crossEntropy(LOGITS, LABELS, WEIGHTS, smoothing));
    }

    @ParameterizedTest
    @CsvSource({"2, 0", "2, 0.1", "0.5, 0", "0, 0.1", "1, 0", "5, 0"})
    void focalLossIsThatOfTheFormula(double gamma, double smoothing) {
        var loss = Loss.focal(gamma, smoothing);
        assertLoss(loss, ReferenceLosses.focal(LOGITS, LABELS, ONES, smoothing, gamma));
        assertLoss(weighted(loss, WEIGHTS), ReferenceLosses.focal(LOGITS, LABELS, WEIGHTS, smoothing, gamma));
    }

    @Test
    void focalLossWithoutGammaIsCrossEntropy() {
        assertLoss(Loss.focal(0, 0.1), ReferenceLosses.crossEntropy(LOGITS, LABELS, ONES, 0.1));
    }

    /** The probability of a class is 1 in float32, whether it is the right one or not. */
    @ParameterizedTest
    @ValueSource(doubles = {0, 0.5, 1, 2})
    void focalLossIsFiniteWhereAProbabilityIsOne(double gamma) {
        try (var _ = TensorScope.open("test")) {
            var logits = LossTensors.logits(new double[][] {{90, 0, -90}, {90, 0, -90}})
                    .requireGradient();
            var loss = Loss.focal(gamma, 0.1).loss(logits, LossTensors.labels(0, 2));
            assertThat(loss.value()).isFinite().isPositive();
            loss.backward();
            for (float value : logits.gradient().toHost().toArray(ValueLayout.JAVA_FLOAT)) {
                assertThat(value).isFinite();
            }
        }
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.1, 0.5})
    void binaryCrossEntropyIsThatOfTheFormula(double smoothing) {
        var loss = Loss.binaryCrossEntropy(smoothing);
        assertLoss(loss, ReferenceLosses.binaryCrossEntropy(LOGITS, LABELS, ONES, smoothing));
        assertLoss(weighted(loss, WEIGHTS), ReferenceLosses.binaryCrossEntropy(LOGITS, LABELS, WEIGHTS, smoothing));
    }

    /** As torch.nn.CrossEntropyLoss(weight=torch.tensor([1., 2.]), label_smoothing=0.2) computes it for logits 0, 1 and 2, 0. */
    @Test
    void weightsAndSmoothingAreThoseOfPyTorch() {
        double first = Math.log(1 + Math.E); // the loss of class 0 in row 0; that of class 1 is smaller by 1
        double second = Math.log(1 + Math.exp(-2)); // of class 0 in row 1; that of class 1 is larger by 2
        double plain = 0.8 * (1 * first + 2 * (second + 2));
        double spread = 0.1 * (first + 2 * (first - 1) + second + 2 * (second + 2));
        try (var _ = TensorScope.open("test")) {
            var loss = weighted(Loss.crossEntropy(0.2), new double[] {1, 2});
            assertThat(loss.loss(LossTensors.logits(new double[][] {{0, 1}, {2, 0}}), LossTensors.labels(0, 1))
                            .value())
                    .isCloseTo((plain + spread) / 3, offset(1e-6));
        }
    }

    @Test
    void rowsOfZeroWeightAloneHaveNoLossAndNoGradient() {
        int[] ofZeroWeight = {2, 2, 2, 2, 2, 2, 2, 2};
        var none = new ReferenceLosses.Result(0, new double[LABELS.length][WEIGHTS.length]);
        assertLoss(weighted(Loss.crossEntropy(0), WEIGHTS), LOGITS, ofZeroWeight, none);
    }

    @Test
    void evaluationsReportCrossEntropyWithoutWeightsAndSmoothing() {
        for (var loss : List.of(Loss.crossEntropy(0.1), Loss.focal(2, 0.1), Loss.binaryCrossEntropy(0.1))) {
            assertThat(loss.forEvaluation()).isEqualTo(Loss.crossEntropy(0));
            assertThat(weighted(loss, WEIGHTS).forEvaluation()).isEqualTo(Loss.crossEntropy(0));
        }
    }

    @Test
    void balancedWeightsMakeClassesEqual() {
        assertThat(ClassWeights.balanced(100, 1, 49).weights()).containsExactly(0.5, 50.0, 150 / (3.0 * 49));
    }

    @ParameterizedTest
    @CsvSource({"-1, at least 0", "NaN, at least 0", "Infinity, at least 0", "0, above 0"})
    void weightsThatMeanNothingAreRefused(double weight, String expected) {
        assertThatThrownBy(() -> new ClassWeights(List.of(0.0, weight)))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining(expected);
    }
}
