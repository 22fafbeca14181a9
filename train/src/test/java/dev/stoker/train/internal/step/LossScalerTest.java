package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

class LossScalerTest {
    private final TensorScope scope = TensorScope.open("test");
    private final LossScaler scale = new LossScaler(Device.CPU);

    @AfterEach
    void close() {
        scope.close();
    }

    private static Tensor of(float... values) {
        return Tensor.of(values, Device.CPU, values.length);
    }

    private static float[] values(Tensor tensor) {
        return tensor.toHost().toArray(ValueLayout.JAVA_FLOAT);
    }

    @Test
    void gradientsAreUnscaledAndTheLearningRateStays() {
        var gradients = List.of(of(65_536, -131_072), of(32_768));
        double rate = scale.unscale(gradients, of(0.5f)).value();
        scale.update();
        assertThat(values(gradients.get(0))).containsExactly(1, -2);
        assertThat(values(gradients.get(1))).containsExactly(0.5f);
        assertThat(rate).isEqualTo(0.5);
        assertThat(scale.value()).isEqualTo(65_536);
        assertThat(scale.skipped()).isZero();
    }

    /** One infinite gradient anywhere, and no weight changes; the scale is halved and the next step counts again. */
    @Test
    void anOverflowSkipsTheStepAndHalvesTheScale() {
        for (float bad : new float[] {Float.POSITIVE_INFINITY, Float.NaN}) {
            double before = scale.value();
            long skipped = scale.skipped();
            var gradients = List.of(of(1, bad), of(7));
            double rate = scale.unscale(gradients, of(0.5f)).value();
            scale.update();
            assertThat(values(gradients.get(0))).containsExactly(0, 0);
            assertThat(values(gradients.get(1))).containsExactly(0);
            assertThat(rate).isZero();
            assertThat(scale.value()).isEqualTo(before / 2);
            assertThat(scale.skipped()).isEqualTo(skipped + 1);
        }
        assertThat(scale.unscale(List.of(of(16_384)), of(0.5f)).value()).isEqualTo(0.5);
    }

    @Test
    void theScaleDoublesAfterManyStepsWithoutOverflow() {
        for (int step = 0; step < 2_000; step++) {
            try (var _ = TensorScope.open("step")) {
                scale.unscale(List.of(of(1)), of(0.5f));
                scale.update();
            }
        }
        assertThat(scale.value()).isEqualTo(131_072);
    }
}
