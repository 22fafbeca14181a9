package dev.stoker.nn.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Bytes;
import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.DropoutGenerator;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.WeightNamePatterns;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer.Activation;
import dev.stoker.nn.layer.Layer.BatchNorm2d;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.MaxPool2d;
import dev.stoker.nn.layer.Layer.MixedConv2d;
import dev.stoker.nn.layer.Layer.Residual;
import dev.stoker.nn.layer.Layer.Sequential;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.GradientTape;
import dev.stoker.tensor.GradientTapeFactory;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.collective.Communicator;
import dev.stoker.tensor.collective.Rendezvous;
import dev.stoker.tensor.collective.RendezvousStore;
import java.lang.foreign.ValueLayout;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** A tape must compute the gradients that autograd computes, however the tensors of a net fork and join. */
class GradientTapeTest {
    private static final int BATCH = 3;
    private static final int CLASSES = 4;

    private record Found(Map<String, double[]> gradients, Map<String, double[]> buffers) {}

    @ParameterizedTest
    @ValueSource(
            strings = {
                "cnn",
                "resnet8",
                "resnet9",
                "resnet50",
                "airbench94",
                "mobilenet_v1",
                "mobilenet_v2",
                "mobilenet_v3_small",
                "efficientnet_b0",
                "regnet_y_400mf",
                "densenet121",
                "mixnet_s",
                "inception_v3",
                "convnext_tiny",
                "deit_s_16",
                "vit_s_16"
            })
    void aTapeFindsTheGradientsOfAutograd(String name) {
        int side = name.endsWith("_16")
                ? 32
                : Math.max(24, ModelZoo.architecture(name).smallest());
        agreeWithKernels(ModelZoo.model(name, new Shape(side, side, 3), CLASSES));
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn", "resnet9", "densenet121", "vit_s_16"})
    void aTapeWithoutKernelsThatIsCutOrComputedAgainDoesAsWell(String name) {
        var model = ModelZoo.model(name, new Shape(32, 32, 3), CLASSES);
        agreeWithoutKernels(model, found(model, Optional.empty()));
    }

    @Test
    void normsMayBeFirstInABranchAndShareTheirInputWithOthers() {
        var body = Sequential.of(new BatchNorm2d(8), Activation.RELU, Conv2d.same(8, 8, 3, 1), new BatchNorm2d(8));
        agree(new Model(
                "norms first",
                new Shape(6, 6, 3),
                CLASSES,
                Sequential.of(
                        Conv2d.same(3, 8, 3, 1),
                        new Residual(body, Sequential.of(List.of())),
                        new Residual(Sequential.of(new BatchNorm2d(8)), Sequential.of(new BatchNorm2d(8))),
                        Residual.around(Sequential.of(new BatchNorm2d(8), Activation.SIGMOID)),
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Linear(8, CLASSES))));
    }

    /** The first reads images, which need no gradients; the parts of a mixed convolution share an input that is no leaf. */
    private static Model depthwise() {
        return new Model(
                "depthwise",
                new Shape(9, 7, 3),
                CLASSES,
                Sequential.of(
                        new Conv2d(3, 3, 3, 1, 1, 3, true),
                        Activation.SIGMOID,
                        Conv2d.same(3, 8, 3, 1),
                        new Conv2d(8, 8, new KernelWindow(1, 3, 1, 0, 1), 8, false),
                        Activation.SIGMOID,
                        new MixedConv2d(
                                List.of(new Conv2d(3, 3, 3, 2, 1, 3, false), new Conv2d(5, 5, 5, 2, 2, 5, true))),
                        Residual.around(Sequential.of(new Conv2d(8, 8, 3, 1, 1, 8, true))),
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Linear(8, CLASSES)));
    }

    @Test
    void depthwiseConvolutionsMayBeFirstAndShareTheirInput() {
        agree(depthwise());
    }

    /** The first two have nothing to train, the others a part. */
    @Test
    void frozenWeightsOfDepthwiseConvolutionsGetNoGradients() {
        var frozen = Optional.of(WeightNamePatterns.parse("0,2,3,5.0.weight,6.0.weight"));
        var autograd = found(depthwise(), Optional.empty(), false, frozen);
        var taped = found(depthwise(), GradientTapeFactory.withAutogradKernels().tape(), false, frozen);
        assertThat(autograd.gradients).hasSize(5);
        agree(autograd.gradients, taped.gradients);
    }

    /** Windows that overlap, padding, and images of one color, where all elements of a window are equal. */
    @ParameterizedTest
    @CsvSource({"2, 2, 0, false", "3, 2, 1, false", "3, 2, 1, true"})
    void reluAfterMaxPoolingHasTheBitsOfReluBeforeIt(int kernel, int stride, int padding, boolean plain) {
        var pool = new MaxPool2d(kernel, stride, padding);
        var swapped = found(pooling(Sequential.of(new BatchNorm2d(8), Activation.RELU, pool)), plain);
        var inOrder = found(pooling(Sequential.of(new BatchNorm2d(8), Sequential.of(Activation.RELU), pool)), plain);
        assertThat(swapped.gradients).hasSizeGreaterThan(4);
        swapped.gradients.forEach(
                (weight, values) -> assertThat(values).as(weight).isEqualTo(inOrder.gradients.get(weight)));
    }

    /** The norm takes the bias away: it has no gradient, and only the running mean knows of it. */
    @Test
    void aBiasBeforeANormAndThePoolingAfterItArePartOfIt() {
        agree(new Model(
                "biased",
                new Shape(9, 8, 3),
                CLASSES,
                Sequential.of(
                        new Conv2d(3, 8, KernelWindow.square(3, 1, 1), 1, true),
                        new BatchNorm2d(8),
                        Activation.SILU,
                        new MaxPool2d(3, 2, 1),
                        new Conv2d(8, 8, KernelWindow.square(3, 1, 1), 1, true),
                        new BatchNorm2d(8),
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Linear(8, CLASSES))));
    }

    private static Model pooling(Sequential normed) {
        return new Model(
                "pooling",
                new Shape(8, 8, 3),
                CLASSES,
                Sequential.of(
                        Conv2d.same(3, 8, 3, 1),
                        normed,
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Linear(8, CLASSES)));
    }

    /** A tape that forks at the same tensors and keeps all activations: computing a block again adds no rounding of its own. */
    @ParameterizedTest
    @ValueSource(strings = {"resnet8", "resnet18"})
    void recomputedBlocksHaveTheBitsOfATapeThatKeepsThem(String name) {
        var model = ModelZoo.model(name, new Shape(24, 24, 3), CLASSES);
        var tapes = GradientTapeFactory.without("forks only").cuttingAfter(new Bytes(Long.MAX_VALUE));
        var kept = found(model, tapes.tape());
        var recomputed =
                found(model, tapes.recomputing(Device.CPU, DataType.FLOAT32).tape());
        assertThat(kept.gradients).hasSizeGreaterThan(10);
        kept.gradients.forEach((weight, values) ->
                assertThat(recomputed.gradients.get(weight)).as(weight).isEqualTo(values));
        kept.buffers.forEach((buffer, values) ->
                assertThat(recomputed.buffers.get(buffer)).as(buffer).isEqualTo(values));
    }

    /** One rank has the statistics of all. */
    @Test
    void batchNormOverAllRanksIsThatOfTheWholeBatch() {
        var model = ModelZoo.model("resnet18", new Shape(24, 24, 3), CLASSES);
        var timeout = Duration.ofSeconds(10);
        try (var store = RendezvousStore.open(timeout);
                var alone = Communicator.gloo(new Rendezvous(0, 1, "127.0.0.1", store.port(), "127.0.0.1", timeout))) {
            var expected = found(model, Optional.empty());
            var synchronous =
                    found(model, GradientTapeFactory.synchronizing(alone).tape());
            agree(expected.gradients, synchronous.gradients);
            agree(expected.buffers, synchronous.buffers);
        }
    }

    private static void agree(Model model) {
        agreeWithoutKernels(model, agreeWithKernels(model));
    }

    private static void agreeWithoutKernels(Model model, Found autograd) {
        var cut = found(
                model,
                GradientTapeFactory.without("only cut")
                        .cuttingAfter(new Bytes(1))
                        .tape());
        agree(autograd.gradients, cut.gradients);
        agree(autograd.buffers, cut.buffers);
        agreeRecomputed(model, autograd, GradientTapeFactory.without("only recomputed"));
    }

    private static Found agreeWithKernels(Model model) {
        var autograd = found(model, Optional.empty());
        var tapes = GradientTapeFactory.withAutogradKernels();
        var taped = found(model, tapes.tape());
        agree(autograd.gradients, taped.gradients);
        agree(autograd.buffers, taped.buffers);
        agreeRecomputed(model, autograd, tapes);
        assertThat(autograd.gradients.values().stream()
                        .mapToDouble(GradientTapeTest::largest)
                        .max()
                        .orElseThrow())
                .isPositive();
        return autograd;
    }

    /** Running statistics are buffers: they are updated once. */
    private static void agreeRecomputed(Model model, Found autograd, GradientTapeFactory tapes) {
        var recomputed =
                found(model, tapes.recomputing(Device.CPU, DataType.FLOAT32).tape());
        agree(autograd.gradients, recomputed.gradients);
        agree(autograd.buffers, recomputed.buffers);
    }

    private static void agree(Map<String, double[]> expected, Map<String, double[]> actual) {
        assertThat(actual).containsOnlyKeys(expected.keySet());
        expected.forEach((name, values) -> {
            var differences = Objects.requireNonNull(actual.get(name)).clone();
            Arrays.setAll(differences, i -> differences[i] - values[i]);
            assertThat(largest(differences)).as(name).isLessThanOrEqualTo(1e-9 + 1e-7 * largest(values));
        });
    }

    private static double largest(double[] values) {
        double largest = 0;
        for (double value : values) {
            largest = Math.max(largest, Math.abs(value));
        }
        return largest;
    }

    private static Found found(Model model, boolean plain) {
        return found(model, Optional.empty(), plain);
    }

    private static Found found(Model model, Optional<GradientTape> tape) {
        return found(model, tape, false);
    }

    private static Found found(Model model, Optional<GradientTape> tape, boolean plain) {
        return found(model, tape, plain, Optional.empty());
    }

    private static Found found(
            Model model, Optional<GradientTape> tape, boolean plain, Optional<WeightNamePatterns> frozen) {
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model, new Seed(1), Device.CPU).to(DataType.FLOAT64);
            frozen.ifPresent(weights::freeze);
            weights.parameters().values().forEach(Tensor::createGradient);
            var randomness = new DropoutGenerator(new Seed(5), Tensor.zeros(DataType.INT64, Device.CPU));
            var forward = Forward.training(model, weights, randomness);
            var images = images(model.input())
                    .times(plain ? 0 : 1)
                    .plus(plain ? 1 : 0)
                    .to(DataType.FLOAT64, Device.CPU);
            var outputs = tape.map(forward::withTape).orElse(forward).outputs(images);
            var loss = outputs.loss(logits -> Functional.crossEntropy(logits, labels(), 0));
            var whole = new LinkedHashMap<String, double[]>();
            tape.ifPresentOrElse(
                    each -> each.backward(loss, name -> whole.putAll(gradient(name, weights))), loss::backward);
            whole.forEach((name, values) -> assertThat(gradient(name, weights).get(name))
                    .as("%s, when it was said to be whole", name)
                    .isEqualTo(values));
            return new Found(doubles(weights.parameters(), true), doubles(weights.buffers(), false));
        }
    }

    /** Of a trained weight. */
    private static Map<String, double[]> gradient(String name, Weights weights) {
        var parameter = weights.parameters().get(name);
        return parameter == null ? Map.of() : doubles(Map.of(name, parameter), true);
    }

    private static Map<String, double[]> doubles(Map<String, Tensor> tensors, boolean gradients) {
        var found = new LinkedHashMap<String, double[]>();
        tensors.forEach((name, tensor) -> found.put(
                name,
                (gradients ? tensor.gradient() : tensor)
                        .to(DataType.FLOAT64, Device.CPU)
                        .toHost()
                        .toArray(ValueLayout.JAVA_DOUBLE)));
        return found;
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

    private static Tensor labels() {
        return Tensor.of(new float[] {0, 2, 3}, Device.CPU, BATCH).to(DataType.INT64, Device.CPU);
    }
}
