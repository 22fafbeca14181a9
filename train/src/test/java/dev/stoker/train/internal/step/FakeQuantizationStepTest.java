package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.FakeQuantization;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.StripedImages;
import dev.stoker.train.optimizer.Optimizer;
import dev.stoker.train.step.Precision;
import dev.stoker.train.step.StepSettings;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class FakeQuantizationStepTest {
    private static final StripedImages DATA = new StripedImages(240, 24);

    @Test
    void roundedValuesAndWeightsAreTrained() {
        var configuration = new StepRun.Configuration(Device.CPU, new Seed(7), 0.1);
        try (var run = StepRun.open(
                RoundedLayer.model(DATA.shape(), 3),
                DATA,
                new Optimizer.Settings.Sgd(0.9, 0, false),
                StepSettings.plain(Precision.FP32),
                configuration)) {
            double before = run.loss(5);
            assertThat(run.next(80).loss(5)).isLessThan(0.8 * before);
            assertThat(value(run.weights().tensor("", "4.range_high"))).isNotEqualTo(1);
        }
    }

    private static double value(Tensor tensor) {
        return tensor.toHost().get(ValueLayout.JAVA_FLOAT_UNALIGNED, 0);
    }

    private static float[] values(Tensor tensor) {
        return tensor.toHost().toArray(ValueLayout.JAVA_FLOAT);
    }

    @Test
    void weightsHaveAScaleForEachOutput() {
        try (var _ = TensorScope.open("test")) {
            var weights = Tensor.of(new float[] {1.27f, 0.014f, -0.004f, 127, 1.4f, 0}, Device.CPU, 2, 3);
            assertThat(values(FakeQuantization.ofWeights(weights)))
                    .containsExactly(new float[] {1.27f, 0.01f, 0, 127, 1, 0}, within(1e-5f));
            var zeros = Tensor.of(new float[4], Device.CPU, 2, 2);
            assertThat(values(FakeQuantization.ofWeights(zeros))).containsOnly(0);
        }
    }

    @Test
    void valuesAreClippedToTheRangeAndZeroStaysZero() {
        try (var _ = TensorScope.open("test")) {
            var x = Tensor.of(new float[] {-1, -0.3f, 0, 0.44f, 3}, Device.CPU, 5);
            var low = Tensor.of(new float[] {-0.5f}, Device.CPU, 1);
            var high = Tensor.of(new float[] {2.05f}, Device.CPU, 1);
            assertThat(values(FakeQuantization.ofValues(x, low, high)))
                    .containsExactly(new float[] {-0.5f, -0.3f, 0, 0.44f, 2.05f}, within(1e-5f));
            FakeQuantization.follow(x, low, high, 0.5);
            assertThat(value(low)).isCloseTo(-0.75, within(1e-6));
            assertThat(value(high)).isCloseTo(2.525, within(1e-6));
        }
    }
}
