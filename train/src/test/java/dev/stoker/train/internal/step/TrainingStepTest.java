package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.random.Seed;
import dev.stoker.data.DataState;
import dev.stoker.data.label.LabelSets;
import dev.stoker.nn.Weights;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.NativeMemory;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.cuda.DeviceStream;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import dev.stoker.train.internal.device.TrainingDevice;
import dev.stoker.train.internal.input.DeviceInput;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.ClassWeights;
import dev.stoker.train.step.Clipping;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.MixupCutmixSettings;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

class TrainingStepTest {
    private static final int BATCH = 24;
    private static final Optimizer.Settings SGD = new Optimizer.Settings.Sgd(0.9, 0, false);

    private static StepSettings plain() {
        return StepSettings.plain(Precision.FP32);
    }

    /** Trains a perceptron, which has no batch norm, on some batches of striped images. */
    private static <R> R train(StepSettings settings, int steps, double rate, Function<TrainingStep, R> result) {
        var data = new StripedImages(240, BATCH);
        try (var _ = TensorScope.open("test");
                var stream = DeviceStream.open(Device.CPU);
                var feed = data.training(DataState.START, BatchMemoryAllocator.host())) {
            var model = ModelZoo.model("mlp", data.shape(), 3);
            var weights = Weights.initial(model, new Seed(3), Device.CPU);
            var input = new DeviceInput(data.shape(), data.mean(), data.deviation(), BATCH, Device.CPU);
            var resources =
                    new StepResources(TrainingDevice.of(Device.CPU), stream, weights, new RunningMetrics(Device.CPU));
            try (var step = new TrainingStep(resources, model, input, SGD, settings, new Seed(4))) {
                for (int i = 0; i < steps; i++) {
                    try (var batch = feed.next()) {
                        input.upload(batch);
                    }
                    step.run(new StepContext(i, steps, i / 10.0, rate));
                }
                return result.apply(step);
            }
        }
    }

    private static List<Float> values(Weights weights) {
        var values = new ArrayList<Float>();
        weights.parameters().values().forEach(tensor -> {
            for (float value : tensor.toHost().toArray(ValueLayout.JAVA_FLOAT)) {
                values.add(value);
            }
        });
        return values;
    }

    private static List<Float> trained(StepSettings settings, int steps, double rate) {
        return train(settings, steps, rate, step -> values(step.evaluatedWeights()));
    }

    private static double distance(List<Float> one, List<Float> other) {
        double most = 0;
        for (int i = 0; i < one.size(); i++) {
            most = Math.max(most, Math.abs(one.get(i) - other.get(i)));
        }
        return most;
    }

    @ParameterizedTest
    @ValueSource(ints = {2, 5, 24})
    void accumulatedMicroBatchesGiveTheGradientOfTheWholeBatch(int microBatches) {
        var whole = trained(plain(), 6, 0.05);
        var accumulated = trained(
                StepSettings.builder(Precision.FP32).microBatches(microBatches).build(), 6, 0.05);
        assertThat(distance(accumulated, whole)).isLessThan(1e-5);
        assertThat(distance(trained(plain(), 5, 0.05), whole)).isGreaterThan(1e-4);
    }

    private static StepSettings.Builder weighted(double... weights) {
        return StepSettings.builder(Precision.FP32)
                .loss(Loss.crossEntropy(0.1)
                        .weighted(
                                new ClassWeights(Arrays.stream(weights).boxed().toList())));
    }

    /** The divisor is the sum of the weights of the whole batch, not of a micro-batch, of which some have no weight at all. */
    @ParameterizedTest
    @ValueSource(ints = {2, 5, 24})
    void microBatchesOfWeightedClassesGiveTheGradientOfTheWholeBatch(int microBatches) {
        var whole = trained(weighted(0, 5, 0.5).build(), 6, 0.05);
        var accumulated = trained(weighted(0, 5, 0.5).microBatches(microBatches).build(), 6, 0.05);
        assertThat(distance(accumulated, whole)).isLessThan(1e-5);
    }

    @Test
    void microBatchesOfAnyLossGiveTheGradientOfTheWholeBatch() {
        var sets = new LabelSets(3, List.of(List.of(0), List.of(1, 2), List.of()));
        for (var loss : List.of(Loss.focal(2, 0.1), Loss.binaryCrossEntropy(0.1), Loss.multiLabel(sets, 0.1))) {
            var settings = StepSettings.builder(Precision.FP32).loss(loss);
            var whole = trained(settings.build(), 6, 0.05);
            assertThat(distance(trained(settings.microBatches(5).build(), 6, 0.05), whole))
                    .isLessThan(1e-5);
            assertThat(distance(trained(plain(), 6, 0.05), whole)).isGreaterThan(1e-3);
        }
    }

    @Test
    void weightsOfOneChangeNothingAndOthersDo() {
        var plain =
                trained(StepSettings.builder(Precision.FP32).labelSmoothing(0.1).build(), 6, 0.05);
        assertThat(distance(trained(weighted(1, 1, 1).build(), 6, 0.05), plain)).isLessThan(1e-5);
        assertThat(distance(trained(weighted(3, 3, 3).build(), 6, 0.05), plain)).isLessThan(1e-5);
        assertThat(distance(trained(weighted(0, 5, 0.5).build(), 6, 0.05), plain))
                .isGreaterThan(1e-3);
    }

    /** A clipped gradient changes the weights by the maximum norm times the learning rate. */
    @Test
    void aClippedGradientHasTheMaximumNorm() {
        var before = trained(plain(), 0, 1);
        var after = trained(
                StepSettings.builder(Precision.FP32)
                        .clipping(new Clipping.Norm(0.01))
                        .build(),
                1,
                1);
        double square = 0;
        for (int i = 0; i < before.size(); i++) {
            square += Math.pow(after.get(i) - before.get(i), 2);
        }
        assertThat(Math.sqrt(square)).isCloseTo(0.01, within(1e-5));
    }

    /** With a learning rate of 1 the weights change by the gradient. */
    @Test
    void noElementOfAGradientIsLargerThanTheMaximum() {
        var before = trained(plain(), 0, 1);
        var free = trained(plain(), 1, 1);
        var clipped = trained(
                StepSettings.builder(Precision.FP32)
                        .clipping(new Clipping.Value(0.001))
                        .build(),
                1,
                1);
        for (int i = 0; i < before.size(); i++) {
            float change = Math.clamp(free.get(i) - before.get(i), -0.001f, 0.001f);
            assertThat(clipped.get(i) - before.get(i)).isCloseTo(change, within(1e-6f));
        }
    }

    @Test
    void theAverageFollowsTheWeights() {
        var start = trained(plain(), 0, 0.05);
        var one = trained(plain(), 1, 0.05);
        var average =
                trained(StepSettings.builder(Precision.FP32).averageDecay(0.75).build(), 1, 0.05);
        for (int i = 0; i < start.size(); i++) {
            assertThat(average.get(i)).isCloseTo(0.75f * start.get(i) + 0.25f * one.get(i), within(1e-6f));
        }
    }

    /** Once, after both steps of the run. */
    @Test
    void theWeightsAreResetToTheSlowOnes() {
        var start = trained(plain(), 0, 0.05);
        var fast = trained(plain(), 2, 0.05);
        var slow = trained(StepSettings.builder(Precision.FP32).lookahead(2).build(), 2, 0.05);
        double decay = 0.95 * 0.95; // times the cube of 1, since the run is over
        for (int i = 0; i < start.size(); i++) {
            assertThat((double) slow.get(i)).isCloseTo(decay * start.get(i) + (1 - decay) * fast.get(i), within(1e-6));
        }
    }

    @Test
    void theSlowWeightsAreTheResultWhereverTheRunEnds() {
        var settings = StepSettings.builder(Precision.FP32).lookahead(4).build();
        assertThat(trained(settings, 3, 0.05)).isEqualTo(trained(plain(), 0, 0.05));
    }

    @Test
    void mixingChangesTheStepAndIsRepeatable() {
        for (var mixing : List.of(
                new MixupCutmixSettings(0.4, 0), new MixupCutmixSettings(0, 1), new MixupCutmixSettings(0.4, 1))) {
            var settings = StepSettings.builder(Precision.FP32)
                    .labelSmoothing(0.1)
                    .mixing(mixing)
                    .build();
            var mixed = trained(settings, 4, 0.05);
            assertThat(mixed).isEqualTo(trained(settings, 4, 0.05));
            assertThat(distance(mixed, trained(plain(), 4, 0.05))).isGreaterThan(1e-4);
        }
    }

    @ParameterizedTest
    @EnumSource(names = {"BF16", "BF16_WHOLE"})
    void sixteenBitTypesGiveAboutTheSameWeights(Precision precision) {
        var full = trained(plain(), 5, 0.01);
        var half = trained(StepSettings.plain(precision), 5, 0.01);
        assertThat(distance(half, full)).isGreaterThan(0).isLessThan(0.01);
    }

    private static StepRun everything(long seed) {
        var data = new StripedImages(100, BATCH);
        return StepRun.open(
                SmallResidualNet.of(data.shape(), 3),
                data,
                SGD,
                StepCase.everything(Precision.BF16).settings(),
                new StepRun.Configuration(Device.CPU, new Seed(seed), 0.01));
    }

    @Test
    void stepsFromTheSameSeedAreTheSameBitByBit() {
        try (var run = everything(7);
                var again = everything(7);
                var other = everything(8)) {
            var history = run.history(7);
            assertThat(StepRun.firstDifference(history, again.history(7))).isEmpty();
            assertThat(StepRun.firstDifference(history, other.history(7))).isNotEmpty();
        }
    }

    @Test
    void aStepWithEverythingLeaksNoNativeObject() {
        try (var run = everything(7)) {
            run.next(10);
            long before = NativeMemory.livePointers();
            run.next(50);
            assertThat(NativeMemory.livePointers()).isEqualTo(before);
        }
    }

    @Test
    void aCpuCapturesNothingAndSaysSo() {
        assertThat(train(plain(), 6, 0.05, TrainingStep::whyEager)).hasValue("a CPU has nothing to capture");
    }
}
