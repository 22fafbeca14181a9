package dev.stoker.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.MaxPool2d;
import dev.stoker.nn.layer.Layer.Sequential;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class ForwardTest {
    private static final Shape SMALL = new Shape(5, 6, 2);

    private static float[] noise(int count, long seed) {
        var random = new SeededRandom(new Seed(seed));
        var values = new float[count];
        for (int i = 0; i < count; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return values;
    }

    /** The same convolution, pooling and product as plain loops. */
    @Test
    void aSmallNetEqualsPlainLoops() {
        var model = new Model(
                "test",
                SMALL,
                3,
                Sequential.of(
                        new Conv2d(2, 4, 3, 2, 1, 2, true),
                        Activation.RELU,
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Linear(4, 3)));
        float[] image = noise(2 * 5 * 6, 1);
        try (var _ = TensorScope.open("test");
                var _ = Gradients.off()) {
            var weights = Weights.initial(model, new Seed(2), Device.CPU);
            var logits = Forward.evaluating(model, weights).apply(Tensor.of(image, Device.CPU, 1, 2, 5, 6));
            double[] expected = plainly(image, weights);
            for (int i = 0; i < 3; i++) {
                assertThat(logits.reshape(3).at(i).value()).isCloseTo(expected[i], within(1e-5));
            }
        }
    }

    private static double[] plainly(float[] image, Weights weights) {
        float[] kernel = floats(weights.all().get("0.weight"));
        float[] bias = floats(weights.all().get("0.bias"));
        float[] matrix = floats(weights.all().get("4.weight"));
        float[] offset = floats(weights.all().get("4.bias"));
        var pooled = new double[4];
        for (int out = 0; out < 4; out++) {
            int in = out / 2;
            for (int y = 0; y < 3; y++) {
                for (int x = 0; x < 3; x++) {
                    double sum = bias[out];
                    for (int ky = 0; ky < 3; ky++) {
                        for (int kx = 0; kx < 3; kx++) {
                            int py = 2 * y + ky - 1;
                            int px = 2 * x + kx - 1;
                            if (py >= 0 && py < 5 && px >= 0 && px < 6) {
                                sum += image[(in * 5 + py) * 6 + px] * kernel[(out * 3 + ky) * 3 + kx];
                            }
                        }
                    }
                    pooled[out] += Math.max(0, sum) / 9;
                }
            }
        }
        var logits = new double[3];
        for (int i = 0; i < 3; i++) {
            logits[i] = offset[i];
            for (int j = 0; j < 4; j++) {
                logits[i] += matrix[i * 4 + j] * pooled[j];
            }
        }
        return logits;
    }

    private static float[] floats(@org.jspecify.annotations.Nullable Tensor tensor) {
        assertThat(tensor).isNotNull();
        MemorySegment host = java.util.Objects.requireNonNull(tensor).toHost();
        return host.toArray(ValueLayout.JAVA_FLOAT);
    }

    /** Along its own gradient a parameter changes the loss by the gradient's length, so says a central difference. */
    @ParameterizedTest
    @ValueSource(strings = {"cnn", "resnet8", "mlp"})
    void gradientsAgreeWithFiniteDifferences(String name) {
        var model = ModelZoo.model(name, new Shape(8, 8, 1), 3);
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model, new Seed(3), Device.CPU);
            weights.parameters().values().forEach(Tensor::createGradient);
            var images = Tensor.of(noise(4 * 64, 4), Device.CPU, 4, 1, 8, 8);
            loss(model, weights, images).backward();
            weights.parameters().forEach((parameter, tensor) -> {
                var gradient = tensor.gradient();
                double length = Math.sqrt(gradient.times(gradient).sum().value());
                var step = gradient.times(1e-3 / length);
                double slope = (shifted(model, weights, images, tensor, step)
                                - shifted(model, weights, images, tensor, step.times(-1)))
                        / 2e-3;
                assertThat(slope).as(parameter).isCloseTo(length, within(0.02 * length + 1e-3));
            });
        }
    }

    private static double shifted(Model model, Weights weights, Tensor images, Tensor parameter, Tensor step) {
        try (var _ = TensorScope.open("shifted");
                var _ = Gradients.off()) {
            parameter.addInPlace(step);
            double loss = loss(model, weights, images).value();
            parameter.addInPlace(step.times(-1));
            return loss;
        }
    }

    private static Tensor loss(Model model, Weights weights, Tensor images) {
        var logits = Forward.training(model, weights).apply(images);
        return logits.times(logits).sum().times(0.1);
    }

    @Test
    void trainingUpdatesTheRunningStatisticsAndEvaluationDoesNot() {
        var model = ModelZoo.model("cnn", new Shape(8, 8, 1), 3);
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model, new Seed(3), Device.CPU);
            var counter = java.util.Objects.requireNonNull(weights.buffers().get("features.1.num_batches_tracked"));
            var images = Tensor.of(noise(4 * 64, 4), Device.CPU, 4, 1, 8, 8);
            Forward.evaluating(model, weights).apply(images);
            assertThat(counter.value()).isZero();
            Forward.training(model, weights).apply(images);
            assertThat(counter.value()).isEqualTo(1);
        }
    }

    @Test
    void layersThatDoNotFitTogetherAreRefusedByName() {
        org.assertj.core.api.Assertions.assertThatThrownBy(() -> new Model(
                        "broken", SMALL, 3, Sequential.of(new MaxPool2d(2, 2, 0), new Conv2d(3, 4, 3, 1, 1, 1, true))))
                .hasMessage("model broken: layer 1 expects 3 channels, got 2×2×3");
        org.assertj.core.api.Assertions.assertThatThrownBy(
                        () -> new Model("tiny", SMALL, 3, Sequential.of(new MaxPool2d(8, 8, 0))))
                .hasMessageContaining("a side of 5 pixels is too small for layer 0 (window 8)");
    }
}
