package dev.stoker.nn.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.DropoutGenerator;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.Layer.Auxiliary;
import dev.stoker.nn.layer.Layer.Conv2d;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.GlobalAveragePool;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Sequential;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.Objects;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelZooTrainingTest {
    /** More of the same, only longer. */
    private static final Pattern SKIPPED = Pattern.compile(
            "vgg(13|16|19|19-32|19-32-4096)(_bn)?|resnet(34|101)|resnext101.*|wide_resnet.*|efficientnet_(b[2-7]|v2_m)|regnet_y_[\\d_]+gf|convnext_(small|base)|deit_b_16");

    static Stream<String> names() {
        return ModelZoo.names().stream().filter(SKIPPED.asMatchPredicate().negate());
    }

    private static Tensor images(int side) {
        var random = new SeededRandom(new Seed(4));
        var values = new float[2 * 3 * side * side];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Tensor.of(values, Device.CPU, 2, 3, side, side).channelsLast();
    }

    private static Tensor labels() {
        return Tensor.of(new float[] {0, 2}, Device.CPU, 2).to(DataType.INT64, Device.CPU);
    }

    private static DropoutGenerator randomness() {
        return new DropoutGenerator(new Seed(5), Tensor.zeros(DataType.INT64, Device.CPU));
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyModelLearnsFromATinyBatch(String name) {
        // Of 16 pixels a side little is left but norms of two values each, and gradients through dozens of them
        // overflow.
        int side = Math.max(32, ModelZoo.architecture(name).smallest());
        var model = ModelZoo.model(name, new Shape(side, side, 3), 3);
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model, new Seed(1), Device.CPU);
            weights.parameters().forEach(ModelZooTrainingTest::withoutZeros);
            weights.parameters().values().forEach(Tensor::createGradient);
            var outputs = Forward.training(model, weights, randomness()).outputs(images(side));
            assertThat(outputs.logits().sizes()).containsExactly(2, 3);
            assertThat(outputs.auxiliary()).isEmpty(); // the images are too small for it
            var loss = outputs.toFloat().loss(logits -> Functional.crossEntropy(logits, labels(), 0));
            assertThat(loss.value()).isFinite();
            loss.backward();
            weights.parameters()
                    .forEach((parameter, tensor) ->
                            assertThat(length(tensor.gradient())).as(parameter).isFinite());
            assertThat(length(weights.parameters().values().iterator().next().gradient()))
                    .isPositive();
        }
    }

    /** A head that starts with zeros, as that of vit_b_16, passes no gradient on in its first step. */
    private static void withoutZeros(String name, Tensor parameter) {
        long[] sizes = parameter.sizes();
        if (name.endsWith("head.weight") && length(parameter.detach()) == 0) {
            var random = new SeededRandom(new Seed(6));
            var values = new float[(int) parameter.elements()];
            for (int i = 0; i < values.length; i++) {
                values[i] = 0.1f * (float) random.nextGaussian();
            }
            parameter.detach().copyFrom(Tensor.of(values, Device.CPU, sizes));
        }
    }

    private static double length(Tensor tensor) {
        return Math.sqrt(tensor.times(tensor).sum().value());
    }

    @Test
    void theAuxiliaryHeadAddsItsShareToTheLossAndItsGradient() {
        var head = Sequential.of(new GlobalAveragePool(), new Flatten(), new Linear(4, 3));
        var model = new Model(
                "two heads",
                new Shape(6, 6, 3),
                3,
                Sequential.of(
                        Conv2d.same(3, 4, 3, 1),
                        new Auxiliary(head, 5),
                        new GlobalAveragePool(),
                        new Flatten(),
                        new Linear(4, 3)));
        assertThat(ModelSummary.of(model).multiplyAdds()).isEqualTo(36 * 4 * 27 + 12);
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model, new Seed(1), Device.CPU);
            weights.parameters().values().forEach(Tensor::createGradient);
            var outputs = Forward.training(model, weights).outputs(images(6));
            double main = Functional.crossEntropy(outputs.logits(), labels(), 0).value();
            double side = Functional.crossEntropy(outputs.auxiliary().orElseThrow(), labels(), 0)
                    .value();
            var loss = outputs.loss(logits -> Functional.crossEntropy(logits, labels(), 0));
            assertThat(loss.value()).isCloseTo(main + 0.4 * side, within(1e-6));
            loss.backward();
            var reached = Objects.requireNonNull(weights.parameters().get("1.2.weight"));
            assertThat(length(reached.gradient())).isPositive();
            assertThat(Forward.evaluating(model, weights).outputs(images(6)).auxiliary())
                    .isEmpty();
        }
    }

    @Test
    void weightsAreInitializedAsInTheirFamily() {
        try (var _ = TensorScope.open("test")) {
            var mobile =
                    Weights.initial(ModelZoo.model("mobilenet_v2", new Shape(32, 32, 3), 100), new Seed(1), Device.CPU);
            assertThat(deviation(mobile, "features.18.0.weight")).isCloseTo(Math.sqrt(2.0 / 1280), within(1e-3));
            assertThat(deviation(mobile, "features.17.conv.1.0.weight"))
                    .isCloseTo(Math.sqrt(2.0 / 960 / 9), within(1e-3));
            assertThat(deviation(mobile, "classifier.1.weight")).isCloseTo(0.01, within(1e-4));
            assertThat(length(tensor(mobile, "classifier.1.bias"))).isZero();
            var efficient = Weights.initial(
                    ModelZoo.model("efficientnet_b0", new Shape(32, 32, 3), 100), new Seed(1), Device.CPU);
            assertThat(deviation(efficient, "classifier.1.weight")).isCloseTo(0.1 / Math.sqrt(3), within(1e-3));
            var regular = Weights.initial(
                    ModelZoo.model("regnet_y_400mf", new Shape(32, 32, 3), 100), new Seed(1), Device.CPU);
            assertThat(deviation(regular, "fc.weight")).isCloseTo(0.01, within(1e-4));
            assertThat(deviation(regular, "trunk_output.block4.block4-1.f.se.fc2.bias"))
                    .isCloseTo(1 / Math.sqrt(3 * 110), within(3e-3)); // not zeros: torchvision leaves it to PyTorch
            var dense =
                    Weights.initial(ModelZoo.model("densenet121", new Shape(32, 32, 3), 100), new Seed(1), Device.CPU);
            assertThat(deviation(dense, "features.denseblock4.denselayer16.conv1.weight"))
                    .isCloseTo(Math.sqrt(2.0 / 992), within(1e-3)); // by the fan-in
            assertThat(deviation(dense, "classifier.weight")).isCloseTo(1 / Math.sqrt(3 * 1024), within(1e-3));
            assertThat(length(tensor(dense, "classifier.bias"))).isZero();
        }
    }

    /** 24 filters over 24 channels pass them on; the other 40 of the first group are noise. */
    @Test
    void airbenchStartsWithIdentityFilters() {
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(ModelZoo.withDefaults("airbench94"), new Seed(1), Device.CPU);
            var filters = tensor(weights, "2.conv1.weight");
            assertThat(filters.sizes()).containsExactly(64, 24, 3, 3);
            for (int i = 0; i < 24; i++) {
                assertThat(filters.at(i).at(i).at(1).at(1).value()).isEqualTo(1);
                assertThat(length(filters.at(i))).isEqualTo(1);
            }
            assertThat(length(filters.at(24))).isCloseTo(Math.sqrt(1.0 / 3), within(0.1));
            assertThat(weights.parameters()).containsKey("2.norm1.bias").doesNotContainKey("2.norm1.weight");
        }
    }

    private static double deviation(Weights weights, String name) {
        var tensor = tensor(weights, name);
        return length(tensor) / Math.sqrt((double) tensor.elements());
    }

    private static Tensor tensor(Weights weights, String name) {
        return Objects.requireNonNull(weights.all().get(name), name);
    }
}
