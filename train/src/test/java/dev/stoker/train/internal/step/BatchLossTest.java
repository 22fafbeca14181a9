package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.Weights;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.step.ClassWeights;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.LossTensors;
import dev.stoker.train.step.ReferenceLosses;
import java.lang.foreign.Arena;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.junit.jupiter.api.Test;

class BatchLossTest {
    private static final Shape SHAPE = new Shape(8, 8, 1);
    private static final double[] WEIGHTS = {0.5, 3, 0};
    private static final int[] LABELS = {0, 1, 2, 2, 1};
    private static final double[][] LOGITS = {{1, 0, -1}, {0.5, 2, 1}, {0, 0, 3}, {1, 1, 1}, {-2, 0, 1}};

    /** What is computed of a batch whose labels are on the device. */
    private static double of(ToDoubleFunction<BatchLoss> result, int... labels) {
        try (var _ = TensorScope.open("test");
                var arena = Arena.ofConfined();
                var stream = DeviceStream.open(Device.CPU)) {
            var weights = Weights.initial(ModelZoo.model("mlp", SHAPE, 3), new Seed(1), Device.CPU);
            var resources =
                    new StepResources(TrainingDevice.of(Device.CPU), stream, weights, new RunningMetrics(Device.CPU));
            var input = new DeviceInput(SHAPE, List.of(0.5), List.of(0.5), labels.length, Device.CPU);
            input.upload(arena.allocate(64L * labels.length), LossTensors.memory(labels), labels.length);
            var byClass = new ClassWeights(Arrays.stream(WEIGHTS).boxed().toList());
            var loss = BatchLoss.of(Loss.crossEntropy(0.1).weighted(byClass), resources);
            loss.prepare(input);
            loss.agree();
            return result.applyAsDouble(loss);
        }
    }

    /** The sum of a micro-batch with its labels, of which Mixup gives a part to those in reverse. */
    private static double numerator(BatchLoss loss, int from, int to, double lambda) {
        var logits = LossTensors.logits(Arrays.copyOfRange(LOGITS, from, to));
        var labels = LossTensors.labels(Arrays.copyOfRange(LABELS, from, to));
        var first = loss.function().loss(logits, labels);
        var second = loss.function().loss(logits, labels.flipped(0));
        return loss.part(second.plus(first.minus(second).times(lambda)), to - from, LABELS.length)
                .value();
    }

    private static double expected(int... labels) {
        return ReferenceLosses.crossEntropy(LOGITS, labels, WEIGHTS, 0.1).loss();
    }

    @Test
    void partsOfMicroBatchesAddUpToTheLossOfTheBatch() {
        assertThat(of(loss -> numerator(loss, 0, 2, 1) + numerator(loss, 2, 4, 1) + numerator(loss, 4, 5, 1), LABELS))
                .isCloseTo(expected(LABELS), offset(1e-6));
    }

    @Test
    void mixedLabelsCountByTheWeightsOfBoth() {
        int[] reversed = {1, 2, 2, 1, 0};
        assertThat(of(loss -> numerator(loss, 0, 5, 0.3), LABELS))
                .isCloseTo(0.3 * expected(LABELS) + 0.7 * expected(reversed), offset(1e-6));
    }

    @Test
    void whatIsReportedIsTheMeanOverTheImages() {
        assertThat(of(
                        loss -> {
                            var logits = LossTensors.logits(LOGITS);
                            var sum = loss.function().loss(logits, LossTensors.labels(LABELS));
                            return loss.total(sum, LABELS.length).value();
                        },
                        LABELS))
                .isCloseTo(LABELS.length * expected(LABELS), offset(1e-5));
    }

    @Test
    void aBatchOfZeroWeightAloneTrainsNothing() {
        assertThat(of(loss -> numerator(loss, 2, 4, 1), 2, 2)).isZero();
    }
}
