package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.lang.foreign.ValueLayout;
import java.util.List;
import org.junit.jupiter.api.Test;

class GradientClippingTest {
    private static float[] floats(Tensor tensor) {
        return tensor.toHost().toArray(ValueLayout.JAVA_FLOAT);
    }

    @Test
    void theGradientOfAUnitIsLimitedByTheNormOfItsWeights() {
        try (var _ = TensorScope.open("test")) {
            var weights = Tensor.of(new float[] {3, 4, 0, 0, 0.3f, 0.4f}, Device.CPU, 3, 2);
            var gradients = Tensor.of(new float[] {6, 8, 3, 4, 0.003f, 0.004f}, Device.CPU, 3, 2);
            GradientClipping.clipUnits(List.of(weights), List.of(gradients), 0.1);
            // norms 5, 0 (counts as 0.001) and 0.5; gradients of 10, 5 and 0.005
            assertThat(floats(gradients))
                    .containsExactly(new float[] {0.3f, 0.4f, 6e-5f, 8e-5f, 0.003f, 0.004f}, within(1e-6f));
        }
    }

    @Test
    void aVectorIsOneUnit() {
        try (var _ = TensorScope.open("test")) {
            var weights = Tensor.of(new float[] {3, 4}, Device.CPU, 2);
            var gradients = Tensor.of(new float[] {0, 10}, Device.CPU, 2);
            GradientClipping.clipUnits(List.of(weights), List.of(gradients), 0.1);
            assertThat(floats(gradients)).containsExactly(new float[] {0, 0.5f}, within(1e-6f));
        }
    }

    @Test
    void valuesAreLimitedAndNaNStays() {
        try (var _ = TensorScope.open("test")) {
            var gradients = Tensor.of(new float[] {-3, 0.5f, Float.NaN, Float.POSITIVE_INFINITY}, Device.CPU, 4);
            GradientClipping.clipValues(Tensors.of(List.of(gradients)), 1);
            assertThat(floats(gradients)).containsExactly(-1, 0.5f, Float.NaN, 1);
        }
    }
}
