package dev.stoker.nn.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.DropoutGenerator;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.WeightNamePatterns;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.MaxPool2d;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.GradientTapeFactory;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** Steps in fp32 on the CPU have convolutions that autograd does not know, between other layers that it does. */
class CpuTapeTest {
    private static final int BATCH = 4;
    private static final int CLASSES = 3;
    private static final double ROUNDING = 1e-3; // relative to the largest

    /** Convolutions after images, norms, activations and poolings, and in both branches of residuals. */
    private static Model model() {
        var body = Sequential.of(
                Conv2d.same(64, 64, 3, 1), new BatchNorm2d(64), Activation.RELU, Conv2d.same(64, 64, 3, 1));
        return new Model(
                "convolutions",
                new Shape(18, 17, 3),
                CLASSES,
                Sequential.of(
                        Conv2d.same(3, 64, 3, 1),
                        Activation.RELU,
                        Conv2d.same(64, 65, 3, 1),
                        Activation.RELU,
                        Conv2d.same(65, 64, 3, 1),
                        Activation.RELU,
                        new MaxPool2d(3, 1, 1),
                        Residual.around(body),
                        new Residual(body, Sequential.of(Conv2d.same(64, 64, 3, 1))),
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Linear(64, CLASSES)));
    }

    @Test
    void gradientsAreThoseOfAutogradInFloat64() {
        agree(Optional.empty());
    }

    /** Of the first layers all, then a part. */
    @Test
    void frozenWeightsGetNoGradients() {
        agree(Optional.of(WeightNamePatterns.parse("0,2,7.body.0")));
    }

    @Test
    void recomputedBlocksHaveTheSameBits() {
        var tapes = GradientTapeFactory.on(Device.CPU, DataType.FLOAT32);
        var kept = gradients(DataType.FLOAT32, Optional.of(tapes), Optional.empty());
        var again = gradients(
                DataType.FLOAT32, Optional.of(tapes.recomputing(Device.CPU, DataType.FLOAT32)), Optional.empty());
        kept.forEach((name, values) -> assertThat(again.get(name)).as(name).isEqualTo(values));
    }

    @Test
    void inLowPrecisionAndWithoutKernelsAutogradComputesAll() {
        assertThat(GradientTapeFactory.on(Device.CPU, DataType.FLOAT32).tape()).isPresent();
        assertThat(GradientTapeFactory.on(Device.CPU, DataType.BFLOAT16).tape()).isEmpty();
        assertThat(GradientTapeFactory.without("fusing is off").tape()).isEmpty();
    }

    private static void agree(Optional<WeightNamePatterns> frozen) {
        var expected = gradients(DataType.FLOAT64, Optional.empty(), frozen);
        var plain = gradients(DataType.FLOAT32, Optional.empty(), frozen);
        var tapes = GradientTapeFactory.on(Device.CPU, DataType.FLOAT32);
        var taped = gradients(DataType.FLOAT32, Optional.of(tapes), frozen);
        agree(expected, taped);
        assertThat(taped.get("11.weight"))
                .as("a gradient that libtorch's convolutions would have given")
                .isNotEqualTo(plain.get("11.weight"));
    }

    private static void agree(Map<String, double[]> expected, Map<String, double[]> actual) {
        assertThat(actual).containsOnlyKeys(expected.keySet());
        expected.forEach((name, values) -> {
            double[] differences = Objects.requireNonNull(actual.get(name)).clone();
            Arrays.setAll(differences, i -> differences[i] - values[i]);
            assertThat(largest(differences)).as(name).isLessThanOrEqualTo(1e-6 + ROUNDING * largest(values));
        });
    }

    private static double largest(double[] values) {
        return Arrays.stream(values).map(Math::abs).max().orElse(0);
    }

    private static Map<String, double[]> gradients(
            DataType type, Optional<GradientTapeFactory> tapes, Optional<WeightNamePatterns> frozen) {
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model(), new Seed(1), Device.CPU).to(type);
            frozen.ifPresent(weights::freeze);
            weights.parameters().values().forEach(Tensor::createGradient);
            var randomness = new DropoutGenerator(new Seed(5), Tensor.zeros(DataType.INT64, Device.CPU));
            var forward = Forward.training(model(), weights, randomness);
            var tape = tapes.flatMap(GradientTapeFactory::tape);
            var images = images(model().input()).to(type, Device.CPU);
            var labels = Tensor.of(new float[] {0, 2, 1, 1}, Device.CPU, BATCH).to(DataType.INT64, Device.CPU);
            var loss = tape.map(forward::withTape)
                    .orElse(forward)
                    .outputs(images)
                    .loss(logits -> Functional.crossEntropy(logits, labels, 0));
            tape.ifPresentOrElse(each -> each.backward(loss), loss::backward);
            var found = new LinkedHashMap<String, double[]>();
            weights.parameters().forEach((name, parameter) -> found.put(name, doubles(parameter.gradient())));
            return found;
        }
    }

    private static double[] doubles(Tensor tensor) {
        return tensor.to(DataType.FLOAT64, Device.CPU).toHost().toArray(ValueLayout.JAVA_DOUBLE);
    }

    private static Tensor images(Shape shape) {
        var random = new SeededRandom(new Seed(4));
        var values = new float[BATCH * 3 * shape.height() * shape.width()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Tensor.of(values, Device.CPU, BATCH, 3, shape.height(), shape.width())
                .channelsLast();
    }
}
