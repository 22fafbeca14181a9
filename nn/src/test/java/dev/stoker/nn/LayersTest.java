package dev.stoker.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.CustomLayer;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.AdaptiveAveragePool2d;
import dev.stoker.nn.layer.Layer.AveragePool2d;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Concat;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.DropPath;
import dev.stoker.nn.layer.Layer.Dropout;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.Gate;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.GroupNorm;
import dev.stoker.nn.layer.Layer.LayerNorm;
import dev.stoker.nn.layer.Layer.LayerScale;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.LocalResponseNorm;
import dev.stoker.nn.layer.Layer.MaxPool2d;
import dev.stoker.nn.layer.Layer.MixedConv2d;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Scale;
import dev.stoker.nn.layer.Layer.Sequential;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.nn.weights.SafetensorsFile;
import dev.stoker.nn.weights.SafetensorsWriter;
import dev.stoker.nn.zoo.ConvolutionBlocks;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Each layer by itself, in float64: outputs against plain sums, gradients against finite differences. */
class LayersTest {
    private static final int CHANNELS = 6;
    private static final int HEIGHT = 7;
    private static final int WIDTH = 8;

    /** The layer on images of 6×7×8, flattened, with as many classes as it has outputs. */
    private static Model around(Layer layer) {
        var input = new Shape(HEIGHT, WIDTH, CHANNELS);
        for (int classes = 2; classes <= CHANNELS * HEIGHT * WIDTH * 2; classes++) {
            try {
                return new Model(
                        "test",
                        input,
                        classes,
                        Sequential.of(Layer.named("layer", layer), Layer.named("flatten", new Flatten())));
            } catch (dev.stoker.core.StokerException misfit) {
                if (!String.valueOf(misfit.getMessage()).startsWith("model test ends with")) {
                    throw misfit;
                }
            }
        }
        throw new AssertionError("too large");
    }

    private static Tensor noise(long seed, int images) {
        var random = new SeededRandom(new Seed(seed));
        var values = new float[images * CHANNELS * HEIGHT * WIDTH];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (2 * random.nextGaussian());
        }
        return Tensor.of(values, Device.CPU, images, CHANNELS, HEIGHT, WIDTH).to(DataType.FLOAT64, Device.CPU);
    }

    private static double[] doubles(Tensor tensor) {
        return tensor.to(DataType.FLOAT64, Device.CPU).toHost().toArray(java.lang.foreign.ValueLayout.JAVA_DOUBLE);
    }

    private static DropoutGenerator step(long step) {
        return new DropoutGenerator(
                new Seed(5), Tensor.zeros(DataType.INT64, Device.CPU).addInPlace(step));
    }

    static Stream<Layer> layers() {
        var point = KernelWindow.square(1, 1, 0);
        return Stream.concat(
                Stream.of(Activation.values()),
                Stream.of(
                        new Conv2d(6, 4, new KernelWindow(1, 5, 1, 0, 2), 2, true),
                        new Conv2d(6, 4, new KernelWindow(3, 2, 2, 1, 0), 1, false),
                        new MixedConv2d(
                                List.of(Conv2d.depthwise(2, 3, 2), Conv2d.depthwise(3, 5, 2), Conv2d.same(1, 3, 7, 2))),
                        new MaxPool2d(KernelWindow.square(3, 2, 1), true),
                        new MaxPool2d(KernelWindow.square(3, 3, 0), true),
                        new AveragePool2d(KernelWindow.same(3, 3)),
                        new AdaptiveAveragePool2d(3, 5),
                        new AdaptiveAveragePool2d(9, 9),
                        new GlobalAveragePool(),
                        new Scale(0.125),
                        new Dropout(0.4),
                        new DropPath(0.4),
                        new BatchNorm2d(CHANNELS, 0.4, 1e-3, false),
                        new LocalResponseNorm(3, 0.5, 0.75, 2),
                        new LayerNorm(CHANNELS),
                        new GroupNorm(3, CHANNELS),
                        new LayerScale(CHANNELS, 0.7f),
                        Sequential.of(new Linear(CHANNELS, 4), new LayerScale(4, 0.7f), new DropPath(0.3)),
                        ConvolutionBlocks.squeezeAndExcitation(CHANNELS, 2, Activation.SILU, Activation.SIGMOID),
                        new Gate(Sequential.of(Activation.SIGMOID)),
                        Residual.around(Sequential.of(new Conv2d(6, 6, point, 1, true), new DropPath(0.3))),
                        Concat.of(
                                Layer.named("a", new Conv2d(6, 2, point, 1, true)),
                                Layer.named("", Sequential.of(Layer.named("b", Activation.GELU))),
                                Layer.named("c", Conv2d.same(6, 3, 3, 1))),
                        new Layer.Custom(new Cubed())));
    }

    /** In a random direction, the loss changes as the gradient predicts: for the images and for every weight. */
    @ParameterizedTest
    @MethodSource("layers")
    void gradientsAgreeWithFiniteDifferences(Layer layer) {
        var model = around(layer);
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model, new Seed(3), Device.CPU).to(DataType.FLOAT64);
            weights.parameters().values().forEach(Tensor::createGradient);
            var images = noise(1, 3).requireGradient().createGradient();
            loss(model, weights, images).backward();
            check("images", model, weights, images, images);
            weights.parameters().forEach((name, tensor) -> check(name, model, weights, images, tensor));
        }
    }

    private static void check(String name, Model model, Weights weights, Tensor images, Tensor of) {
        try (var _ = TensorScope.open("difference");
                var _ = Gradients.off()) {
            var toward = noise(2, 3).flatten(0).narrow(0, 0, of.elements()).reshape(of.sizes());
            double slope = of.gradient().times(toward).sum().value();
            var step = toward.times(1e-6);
            of.addInPlace(step);
            double above = loss(model, weights, images).value();
            of.addInPlace(step.times(-2));
            double below = loss(model, weights, images).value();
            of.addInPlace(step);
            assertThat((above - below) / 2e-6).as(name).isCloseTo(slope, within(1e-5 * (1 + Math.abs(slope))));
        }
    }

    private static Tensor loss(Model model, Weights weights, Tensor images) {
        var out = Forward.training(model, weights, step(7)).apply(images);
        return out.times(out).sum().times(0.01);
    }

    @Test
    void activationsAreTheFunctionsOfTheirNames() {
        Map<Activation, DoubleUnaryOperator> functions = Map.of(
                Activation.IDENTITY, x -> x,
                Activation.RELU, x -> Math.max(x, 0),
                Activation.RELU6, x -> Math.min(Math.max(x, 0), 6),
                Activation.HARD_SIGMOID, x -> Math.min(Math.max(x / 6 + 0.5, 0), 1),
                Activation.HARD_SWISH, x -> x * Math.min(Math.max(x / 6 + 0.5, 0), 1),
                Activation.SIGMOID, x -> 1 / (1 + Math.exp(-x)),
                Activation.SILU, x -> x / (1 + Math.exp(-x)),
                Activation.GELU, x -> x * normal(x));
        assertThat(functions).containsOnlyKeys(Activation.values());
        functions.forEach((activation, function) -> {
            try (var _ = TensorScope.open("test")) {
                var images = noise(1, 1).times(2);
                double[] in = doubles(images);
                double[] out = doubles(evaluated(activation, images));
                for (int i = 0; i < in.length; i++) {
                    assertThat(out[i])
                            .as("%s of %s", activation, in[i])
                            .isCloseTo(function.applyAsDouble(in[i]), within(1e-7));
                }
            }
        });
    }

    /** The normal distribution by a plain sum of its density. */
    private static double normal(double x) {
        double sum = 0.5;
        int steps = 4000;
        for (int i = 0; i < steps; i++) {
            double at = x * (i + 0.5) / steps;
            sum += Math.exp(-at * at / 2) * x / steps / Math.sqrt(2 * Math.PI);
        }
        return sum;
    }

    private static Tensor evaluated(Layer layer, Tensor images) {
        var model = around(layer);
        var weights = Weights.initial(model, new Seed(3), Device.CPU).to(DataType.FLOAT64);
        try (var _ = Gradients.off()) {
            return Forward.evaluating(model, weights).apply(images);
        }
    }

    /** 3×2 windows on 7×8 with padding: the last column of windows reaches one pixel beyond. */
    @Test
    void poolingTakesWindowsAsPlainLoopsDo() {
        try (var _ = TensorScope.open("test")) {
            var images = noise(1, 1);
            double[] in = doubles(images);
            double[] largest = doubles(evaluated(new MaxPool2d(KernelWindow.square(3, 2, 1), true), images));
            double[] mean = doubles(evaluated(new AveragePool2d(KernelWindow.square(3, 2, 1)), images));
            assertThat(largest).hasSize(CHANNELS * 4 * 5);
            assertThat(mean).hasSize(CHANNELS * 4 * 4);
            for (int y = 0; y < 4; y++) {
                for (int x = 0; x < 5; x++) {
                    double most = Double.NEGATIVE_INFINITY;
                    double sum = 0;
                    for (int py = Math.max(0, 2 * y - 1); py < Math.min(HEIGHT, 2 * y + 2); py++) {
                        for (int px = Math.max(0, 2 * x - 1); px < Math.min(WIDTH, 2 * x + 2); px++) {
                            most = Math.max(most, in[py * WIDTH + px]);
                            sum += in[py * WIDTH + px];
                        }
                    }
                    assertThat(largest[y * 5 + x]).isEqualTo(most);
                    if (x < 4) {
                        assertThat(mean[y * 4 + x]).isCloseTo(sum / 9, within(1e-12));
                    }
                }
            }
        }
    }

    @Test
    void aLocalResponseNormDividesByTheSquaresOfNeighboringChannels() {
        try (var _ = TensorScope.open("test")) {
            var images = noise(1, 1);
            double[] in = doubles(images);
            double[] out = doubles(evaluated(new LocalResponseNorm(5, 0.5, 0.75, 2), images));
            int area = HEIGHT * WIDTH;
            for (int i = 0; i < in.length; i++) {
                double squares = 0;
                for (int c = Math.max(0, i / area - 2); c <= Math.min(CHANNELS - 1, i / area + 2); c++) {
                    squares += in[c * area + i % area] * in[c * area + i % area];
                }
                assertThat(out[i]).isCloseTo(in[i] / Math.pow(2 + 0.5 * squares / 5, 0.75), within(1e-12));
            }
        }
        assertThatThrownBy(() -> new LocalResponseNorm(4, 0.5, 0.75, 2)).hasMessage("size must be odd, got 4");
        assertThatThrownBy(() -> new LocalResponseNorm(5, 0.5, 0.75, 0))
                .hasMessage("alpha must be at least 0 and k above 0, got 0.5 and 0.0");
    }

    @Test
    void mixedConvolutionsEachSeeTheirOwnChannels() {
        var mixed = new MixedConv2d(List.of(Conv2d.same(4, 2, 3, 1), Conv2d.same(2, 2, 5, 1)));
        try (var _ = TensorScope.open("test")) {
            var images = noise(1, 1);
            double[] before = doubles(evaluated(mixed, images));
            images.at(0).at(5).zeroInPlace();
            double[] after = doubles(evaluated(mixed, images));
            int half = before.length / 2;
            assertThat(java.util.Arrays.copyOf(after, half)).isEqualTo(java.util.Arrays.copyOf(before, half));
            assertThat(after).isNotEqualTo(before);
        }
    }

    @Test
    void dropoutDependsOnStepAndLayerAndHappensOnlyInTraining() {
        var model = around(Sequential.of(new Dropout(0.5), new Scale(1), new Dropout(0.5)));
        var other = around(Sequential.of(new Scale(1), new Dropout(0.5), new Scale(1), new Dropout(0.5)));
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model, new Seed(3), Device.CPU);
            var ones = noise(1, 4)
                    .times(0)
                    .plus(Tensor.of(new float[] {1}, Device.CPU, 1).to(DataType.FLOAT64, Device.CPU));
            double[] first = doubles(Forward.training(model, weights, step(1)).apply(ones));
            assertThat(first).containsOnly(0, 4);
            assertThat(java.util.Arrays.stream(first).average().orElseThrow()).isCloseTo(1, within(0.2));
            assertThat(doubles(Forward.training(model, weights, step(1)).apply(ones)))
                    .isEqualTo(first);
            assertThat(doubles(Forward.training(model, weights, step(2)).apply(ones)))
                    .isNotEqualTo(first);
            assertThat(doubles(Forward.training(other, weights, step(1)).apply(ones)))
                    .isNotEqualTo(first);
            assertThat(doubles(Forward.evaluating(model, weights).apply(ones))).containsOnly(1);
            assertThatThrownBy(() -> Forward.training(model, weights).apply(ones))
                    .hasMessage("layer layer.0 is dropout or stochastic depth: pass a DropoutGenerator to"
                            + " Forward.training");
        }
    }

    @Test
    void dropPathDropsTheWholeImage() {
        try (var _ = TensorScope.open("test")) {
            var model = around(new DropPath(0.5));
            var weights = Weights.initial(model, new Seed(3), Device.CPU);
            var images = noise(1, 64);
            var out = Forward.training(model, weights, step(1)).apply(images);
            int kept = 0;
            for (int i = 0; i < 64; i++) {
                double factor =
                        out.at(i).at(0).value() / images.flatten(1).at(i).at(0).value();
                assertThat(factor).isIn(0.0, 2.0);
                double[] wanted = doubles(images.at(i).flatten(0).times(factor));
                assertThat(doubles(out.at(i))).containsExactly(wanted, within(1e-12));
                kept += factor > 0 ? 1 : 0;
            }
            assertThat(kept).isBetween(16, 48);
        }
    }

    @Test
    void aStepThatIsNotACounterIsRefused() {
        try (var _ = TensorScope.open("test")) {
            assertThatThrownBy(() -> new DropoutGenerator(new Seed(1), noise(1, 1)))
                    .hasMessageContaining("one INT64");
        }
    }

    @Test
    void branchesWithTheSameNameAreRefused() {
        var twice = Concat.of(Layer.named("a", Conv2d.same(6, 2, 1, 1)), Layer.named("a", Conv2d.same(6, 3, 1, 1)));
        assertThatThrownBy(() -> ModelSummary.of(around(twice)))
                .hasMessageContaining("two weights named layer.a.weight");
    }

    @Test
    void branchesAndGatesThatDoNotFitAreRefused() {
        var uneven = Concat.of(Layer.named("a", Conv2d.same(6, 2, 3, 1)), Layer.named("b", Conv2d.same(6, 2, 3, 2)));
        assertThatThrownBy(() -> around(uneven)).hasMessageContaining("layer layer expects branches of 7×8, got 2×4×4");
        assertThatThrownBy(() -> around(new Gate(Sequential.of(Conv2d.same(6, 1, 1, 1)))))
                .hasMessageContaining("expects a gate of 6×1×1, got 1×7×8");
    }

    /** {@code a·x³}, with a factor for each channel. */
    private static final class Cubed implements CustomLayer {
        @Override
        public List<WeightSpec> weights() {
            return List.of(WeightSpec.parameter("factor", new Initializer.Normal(1), CHANNELS, 1, 1));
        }

        @Override
        public ActivationShape output(ActivationShape input) {
            return input;
        }

        @Override
        public Tensor forward(java.util.function.Function<String, Tensor> weights, Tensor x, boolean training) {
            return x.times(x).times(x).times(weights.apply("factor"));
        }

        @Override
        public long multiplyAdds(ActivationShape input) {
            return 3 * input.elements();
        }
    }

    @Test
    void aCustomLayerIsCountedShownAndSavedLikeAnyOther(@org.junit.jupiter.api.io.TempDir java.nio.file.Path folder) {
        var model = new Model(
                "own",
                new Shape(HEIGHT, WIDTH, CHANNELS),
                3,
                Sequential.of(
                        new Layer.Custom(new Cubed()),
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Linear(CHANNELS, 3)));
        assertThat(ModelSummary.of(model).parameters()).isEqualTo(CHANNELS + 3 * CHANNELS + 3);
        assertThat(ModelSummary.of(model).multiplyAdds()).isEqualTo(3 * CHANNELS * HEIGHT * WIDTH + 3 * CHANNELS);
        assertThat(LayerTable.of(model).get(1))
                .isEqualTo(new LayerTable.Row(
                        1, "0", "Cubed", new ActivationShape.FeatureMap(CHANNELS, HEIGHT, WIDTH), CHANNELS));
        try (var _ = TensorScope.open("test");
                var _ = Gradients.off()) {
            var weights = Weights.initial(model, new Seed(1), Device.CPU);
            SafetensorsWriter.write(folder.resolve("own.safetensors"), weights.all(), Map.of());
            try (var file = SafetensorsFile.open(folder.resolve("own.safetensors"))) {
                assertThat(file.names()).containsExactlyInAnyOrder("0.factor", "3.weight", "3.bias");
            }
        }
    }
}
