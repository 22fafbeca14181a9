package dev.stoker.tensor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class GradientsTest {
    @SuppressWarnings("NullAway.Init")
    private TensorScope scope;

    @BeforeEach
    void open() {
        scope = TensorScope.open("test");
    }

    @AfterEach
    void close() {
        scope.close();
    }

    private static Tensor vector(float... values) {
        return Tensor.of(values, Device.CPU, values.length);
    }

    private static Tensors list(Tensor tensor) {
        return Tensors.of(List.of(tensor));
    }

    private static Tensor onDevice(double rate) {
        return Tensor.zeros(DataType.FLOAT32, Device.CPU).fillInPlace(rate);
    }

    @Test
    void theGradientOfASquareIsTwiceTheValue() {
        var x = vector(3, -2).requireGradient().createGradient();
        x.times(x).sum().backward();
        assertThat(x.gradient().at(0).value()).isEqualTo(6);
        assertThat(x.gradient().at(1).value()).isEqualTo(-4);
    }

    @Test
    void nothingIsRecordedWhileGradientsAreOff() {
        var x = vector(3).requireGradient();
        Tensor y;
        try (var _ = Gradients.off()) {
            y = x.times(x).sum();
        }
        assertThatThrownBy(y::backward).isInstanceOf(RuntimeException.class);
        x.times(x).sum().backward();
        assertThat(x.gradient().value()).isEqualTo(6);
    }

    @Test
    void clearedGradientsKeepTheirAddresses() {
        var x = vector(3).requireGradient().createGradient();
        var gradient = x.gradient();
        x.times(x).sum().backward();
        assertThat(gradient.value()).isEqualTo(6);
        Gradients.clear(List.of(gradient));
        assertThat(x.gradient().value()).isZero();
        x.times(x).sum().backward();
        assertThat(gradient.value()).isEqualTo(6);
    }

    /** Two steps by hand: v₁ = g + λw, then v₂ = μv₁ + g + λw, and Nesterov moves along g + λw + μv. */
    @Test
    void sgdFollowsItsFormula() {
        double rate = 0.1;
        double momentum = 0.9;
        double decay = 0.01;
        double w = 2;
        double v = 0;
        try (var _ = Gradients.off()) {
            var weight = vector(2);
            var gradient = vector(0.5f);
            var velocity = vector(0);
            for (int step = 0; step < 2; step++) {
                double g = 0.5 + decay * w;
                v = momentum * v + g;
                w -= rate * (g + momentum * v);
                FusedUpdates.sgd(list(weight), list(gradient), list(velocity), onDevice(rate), momentum, decay, true);
            }
            assertThat(weight.value()).isCloseTo(w, within(1e-6));
            assertThat(velocity.value()).isCloseTo(v, within(1e-6));
        }
    }

    @Test
    void adamWFollowsItsFormula() {
        double rate = 0.01;
        double decay = 0.1;
        double w = 2;
        double m = 0;
        double v = 0;
        try (var _ = Gradients.off()) {
            var weight = vector(2);
            var gradient = vector(0.5f);
            var mean = vector(0);
            var variance = vector(0);
            var steps = vector(0).at(0);
            for (int step = 1; step <= 3; step++) {
                w -= rate * decay * w;
                m = 0.9 * m + 0.1 * 0.5;
                v = 0.999 * v + 0.001 * 0.25;
                double corrected = m / (1 - Math.pow(0.9, step));
                w -= rate * corrected / (Math.sqrt(v / (1 - Math.pow(0.999, step))) + 1e-8);
                FusedUpdates.adamW(
                        list(weight),
                        list(gradient),
                        new FusedUpdates.AdamMoments(list(mean), list(variance), list(steps)),
                        onDevice(rate),
                        new FusedUpdates.AdamHyperparameters(0.9, 0.999, decay, 1e-8));
            }
            assertThat(weight.value()).isCloseTo(w, within(1e-6));
            assertThat(steps.value()).isEqualTo(3);
        }
    }
}
