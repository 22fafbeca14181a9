package dev.stoker.train.internal.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.offset;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.Task;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.label.TargetScaling;
import dev.stoker.data.label.TargetValues;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.evaluation.CorruptImages;
import dev.stoker.train.evaluation.Evaluation;
import dev.stoker.train.evaluation.SelectionMetric;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.LossTensors;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class RegressionAccumulatorTest {
    private static final int SAMPLES = 200;

    /** Far from 0, where sums of squares of the numbers themselves would have lost their variance. */
    private static final double MEAN = 1e6;

    private final double[] actual = new double[SAMPLES];
    private final double[] predicted = new double[SAMPLES];
    private final TargetValues values;
    private final TargetScaling scaling;

    RegressionAccumulatorTest() {
        var random = new SeededRandom(new Seed(5));
        Arrays.setAll(actual, _ -> MEAN + 3 * random.nextGaussian());
        values = new TargetValues(1, Arrays.stream(actual).mapToObj(List::of).toList());
        scaling = TargetScaling.of(values, IntStream.range(0, SAMPLES).toArray(), List.of("x"));
        Arrays.setAll(
                predicted,
                i -> scaling.original(0, (float) scaling.standardized(0, actual[i] + random.nextGaussian())));
    }

    private Evaluation evaluated(int from, int to) {
        try (var _ = TensorScope.open("test")) {
            var sums = MetricsAccumulator.of(
                    1, Loss.absoluteError(values, scaling).forEvaluation(), Device.CPU, Optional.empty());
            for (int at = from; at < to; at += 64) {
                int[] labels = IntStream.range(at, Math.min(to, at + 64)).toArray();
                var outputs = Arrays.stream(labels)
                        .mapToObj(i -> new double[] {scaling.standardized(0, predicted[i])})
                        .toArray(double[][]::new);
                sums.add(LossTensors.logits(outputs), LossTensors.labels(labels), labels.length);
            }
            return sums.read(CorruptImages.NONE);
        }
    }

    @Test
    void errorsAreThoseOfTheNumbersThemselves() {
        double squares = 0;
        double absolutes = 0;
        double variation = 0;
        double mean = Arrays.stream(actual).sum() / SAMPLES;
        for (int i = 0; i < SAMPLES; i++) {
            squares += Math.pow(predicted[i] - actual[i], 2);
            absolutes += Math.abs(predicted[i] - actual[i]);
            variation += Math.pow(actual[i] - mean, 2);
        }
        var evaluation = evaluated(0, SAMPLES);
        assertThat(evaluation.task()).isEqualTo(Task.REGRESSION);
        assertThat(evaluation.images()).isEqualTo(SAMPLES);
        assertThat(evaluation.metric()).isCloseTo(Math.sqrt(squares / SAMPLES), offset(1e-7));
        var metrics = evaluation.regression().orElseThrow();
        assertThat(metrics.meanAbsoluteError()).isCloseTo(absolutes / SAMPLES, offset(1e-7));
        assertThat(metrics.determination()).isCloseTo(1 - squares / variation, offset(1e-7));
        double deviation = scaling.deviation().getFirst();
        assertThat(evaluation.loss()).isCloseTo(squares / SAMPLES / deviation / deviation, within(1e-5));
    }

    @Test
    void metricsOfTwoPartsAddUpToThoseOfAll() {
        var all = evaluated(0, SAMPLES).regression().orElseThrow();
        var parts = evaluated(0, 130)
                .regression()
                .orElseThrow()
                .plus(evaluated(130, SAMPLES).regression().orElseThrow());
        assertThat(parts.rootMeanSquaredError()).isCloseTo(all.rootMeanSquaredError(), offset(1e-9));
        assertThat(parts.meanAbsoluteError()).isCloseTo(all.meanAbsoluteError(), offset(1e-9));
        assertThat(parts.determination()).isCloseTo(all.determination(), offset(1e-9));
    }

    @Test
    void theSmallerErrorIsSelected() {
        var good = evaluated(0, SAMPLES);
        Arrays.setAll(predicted, i -> predicted[i] + 10);
        var worse = evaluated(0, SAMPLES);
        assertThat(SelectionMetric.ACCURACY.score(good)).isGreaterThan(SelectionMetric.ACCURACY.score(worse));
    }
}
