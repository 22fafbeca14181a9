package dev.stoker.train.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.evaluation.ConfusionMatrix;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.step.Loss;
import java.lang.foreign.Arena;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class EvaluationAccumulatorTest {
    private static final int CLASSES = 9;

    /** Three batches of random logits, compared with sums by plain loops. */
    @Test
    void sumsAreThoseOfPlainLoops() {
        var random = new SeededRandom(new Seed(3));
        var counts = new long[CLASSES][CLASSES];
        double loss = 0;
        int top5Accuracy = 0;
        int images = 0;
        try (var _ = TensorScope.open("test");
                var arena = Arena.ofConfined()) {
            var sums = new EvaluationAccumulator(CLASSES, Loss.crossEntropy(0), Device.CPU);
            for (int size : new int[] {16, 16, 5}) {
                var logits = new float[size * CLASSES];
                var labels = arena.allocate(ValueLayout.JAVA_LONG, size);
                for (int i = 0; i < logits.length; i++) {
                    logits[i] = (float) random.nextGaussian();
                }
                for (int row = 0; row < size; row++) {
                    int label = random.nextInt(CLASSES - 1); // the last class never occurs
                    labels.setAtIndex(ValueLayout.JAVA_LONG, row, label);
                    double total = 0;
                    int answer = 0;
                    int before = 0;
                    for (int c = 0; c < CLASSES; c++) {
                        float value = logits[row * CLASSES + c];
                        total += Math.exp(value);
                        answer = value > logits[row * CLASSES + answer] ? c : answer;
                        before += value > logits[row * CLASSES + label] ? 1 : 0;
                    }
                    loss += Math.log(total) - logits[row * CLASSES + label];
                    top5Accuracy += before < 5 ? 1 : 0;
                    counts[label][answer]++;
                }
                images += size;
                sums.add(Tensor.of(logits, Device.CPU, size, CLASSES), Tensor.view(labels, DataType.INT64, size), size);
            }
            var test = sums.read(CorruptImages.NONE);
            assertThat(test.images()).isEqualTo(images);
            assertThat(test.loss()).isEqualTo(loss / images, within(1e-5));
            assertThat(test.top5Accuracy()).isEqualTo(top5Accuracy / (double) images);
            assertThat(test.top5Accuracy()).isLessThan(1);
            var confusion = test.confusion().orElseThrow();
            for (int label = 0; label < CLASSES; label++) {
                for (int answer = 0; answer < CLASSES; answer++) {
                    assertThat(confusion.count(label, answer)).isEqualTo(counts[label][answer]);
                }
            }
            var missing = confusion.perClass().getLast();
            assertThat(missing.images()).isZero();
            assertThat(missing.recall()).isZero();
            sums.clear();
            assertThat(sums.read(CorruptImages.NONE).images()).isZero();
        }
    }

    @Test
    void precisionIsOfPredictionsAndRecallOfImages() {
        var confusion = new ConfusionMatrix(2, new long[] {6, 2, 1, 3});
        assertThat(confusion.perClass())
                .containsExactly(
                        new ConfusionMatrix.ClassMetrics(0, 8, 6 / 7.0, 0.75),
                        new ConfusionMatrix.ClassMetrics(1, 4, 0.6, 0.75));
    }

    @Test
    void thousandsOfClassesHaveNoMatrix() {
        try (var _ = TensorScope.open("test")) {
            var sums = new EvaluationAccumulator(5000, Loss.crossEntropy(0), Device.CPU);
            assertThat(sums.read(CorruptImages.NONE).confusion()).isEmpty();
        }
    }
}
