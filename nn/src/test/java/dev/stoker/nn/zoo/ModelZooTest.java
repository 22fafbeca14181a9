package dev.stoker.nn.zoo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelZooTest {
    private static final Shape MNIST = new Shape(28, 28, 1);
    private static final Shape COLOR = new Shape(32, 32, 3);

    @Test
    void anUnknownModelSuggestsTheNearest() {
        assertThatThrownBy(() -> ModelZoo.model("resnet", MNIST, 10))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(
                        "there is no model 'resnet'; did you mean resnet101? (models: airbench94, cnn, ");
        assertThatThrownBy(() -> ModelZoo.model("mobilnet_v3_smal", COLOR, 10))
                .hasMessageContaining("did you mean mobilenet_v3_small?");
    }

    @Test
    void imagesThatAreTooSmallAreRefusedWithTheSmallestThatAreNot() {
        assertThatThrownBy(() -> ModelZoo.model("inception_v3", COLOR, 10))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("inception_v3 needs images of at least 75×75, got 32×32");
        assertThatThrownBy(() -> ModelZoo.model("vgg11", MNIST, 10)).hasMessageContaining("at least 32×32, got 28×28");
    }

    @Test
    void sidesThatPatchesDoNotDivideAreRefusedWithTheNearestThatTheyDo() {
        assertThatThrownBy(() -> ModelZoo.model("vit_s_16", new Shape(64, 100, 3), 10))
                .isInstanceOf(StokerException.class)
                .hasMessage("vit_s_16 needs images whose sides are multiples of 16, got 100; resize them to size 96 or"
                        + " 112");
    }

    /** Each is built for exactly its smallest images, oblong ones, and gray ones. */
    @Test
    void everyModelAcceptsItsSmallestImages() {
        for (String name : ModelZoo.names()) {
            int smallest = ModelZoo.architecture(name).smallest();
            int wider = Math.max(9, ModelZoo.architecture(name).multiple());
            assertThat(ModelZoo.model(name, new Shape(smallest, smallest + wider, 1), 3)
                            .classes())
                    .isEqualTo(3);
        }
    }

    @Test
    void widthsAreReadFromTheName() {
        assertThat(ModelSummary.of(ModelZoo.model("small-48", COLOR, 10)).parameters())
                .isBetween(parameters("small-32"), parameters("small-64"));
        assertThat(ModelSummary.of(ModelZoo.model("mobilenet_v1_0.35", COLOR, 10))
                        .parameters())
                .isBetween(parameters("mobilenet_v1_0.25"), parameters("mobilenet_v1_0.5"));
        assertThat(ModelSummary.of(ModelZoo.model("mobilenet_v2_0.6", COLOR, 10))
                        .parameters())
                .isBetween(parameters("mobilenet_v2_0.5"), parameters("mobilenet_v2_0.75"));
        assertThat(ModelSummary.of(ModelZoo.model("mobilenet_v3_large_0.9", COLOR, 10))
                        .parameters())
                .isBetween(parameters("mobilenet_v3_large_0.75"), parameters("mobilenet_v3_large"));
        assertThat(ModelZoo.withDefaults("mobilenet_v2_1").root())
                .isEqualTo(ModelZoo.withDefaults("mobilenet_v2").root());
        assertThat(ModelZoo.withDefaults("mobilenet_v3_small_1.0").root())
                .isEqualTo(ModelZoo.withDefaults("mobilenet_v3_small").root());
        for (String none : List.of("mobilenet_v1_0.0", "mobilenet_v2_0", "mobilenet_v3_small_0.00")) {
            assertThatThrownBy(() -> ModelZoo.withDefaults(none)).hasMessageContaining("there is no model");
        }
        assertThatThrownBy(() -> ModelZoo.withDefaults("small-0")).hasMessageContaining("did you mean small-");
    }

    /** The number of them, the first, the one in the middle and the last, as torchvision lists them. */
    @ParameterizedTest
    @CsvSource({
        "resnext50_32x4d, 320, conv1.weight, layer3.0.bn3.running_var, fc.bias",
        "wide_resnet101_2, 626, conv1.weight, layer3.9.bn1.weight, fc.bias",
        "efficientnet_b7, 1200, features.0.0.weight, features.5.0.block.0.1.bias, classifier.1.bias",
        "efficientnet_v2_s, 782, features.0.0.weight, features.5.6.block.2.fc1.bias, classifier.1.bias",
        "regnet_y_400mf, 384, stem.0.weight, trunk_output.block3.block3-3.f.se.fc2.weight, fc.bias",
        "densenet121, 727, features.conv0.weight, features.denseblock3.denselayer11.norm2.running_var, classifier.bias",
    })
    void weightsHaveTheNamesOfTorchvision(String name, int count, String first, String middle, String last) {
        var specs = WeightSpec.of(ModelZoo.withDefaults(name));
        assertThat(specs).hasSize(count);
        assertThat(List.of(specs.getFirst(), specs.get(count / 2), specs.getLast()))
                .extracting(WeightSpec::name)
                .containsExactly(first, middle, last);
    }

    private static long parameters(String name) {
        return ModelSummary.of(ModelZoo.model(name, COLOR, 10)).parameters();
    }

    @Test
    void smallImagesGetASmallHead() {
        assertThat(WeightSpec.of(ModelZoo.model("vgg11", new Shape(63, 32, 3), 10)))
                .extracting(WeightSpec::name)
                .endsWith("features.18.bias", "classifier.weight", "classifier.bias");
        assertThat(WeightSpec.of(ModelZoo.model("vgg11", new Shape(64, 64, 3), 10)))
                .extracting(WeightSpec::name)
                .endsWith("classifier.6.weight", "classifier.6.bias");
    }

    @Test
    void aVggForSmallImagesMayHaveTheClassifierOfLargeOnes() {
        assertThat(WeightSpec.of(ModelZoo.withDefaults("vgg19-32-4096")))
                .extracting(spec -> spec.name() + spec.sizeList())
                .contains("classifier.0.weight[4096, 512]", "classifier.3.weight[4096, 4096]")
                .endsWith("classifier.6.weight[10, 4096]", "classifier.6.bias[10]");
    }

    /** 32·9 + 64·32·9 weights, 2·96 of batch norm, 3136·128 + 128 and 128·10 + 10: counted by hand. */
    @Test
    void parametersAndMultiplicationsAreCounted() {
        var summary = ModelSummary.of(ModelZoo.model("cnn", MNIST, 10));
        assertThat(summary.parameters()).isEqualTo(288 + 18_432 + 192 + 401_536 + 1_290);
        assertThat(summary.multiplyAdds()).isEqualTo(28L * 28 * 288 + 14L * 14 * 18_432 + 401_408 + 1_280);
    }

    @Test
    void weightsCarryTheNamesOfAStateDict() {
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(ModelZoo.model("cnn", MNIST, 10), new Seed(1), Device.CPU);
            assertThat(weights.all().keySet())
                    .startsWith(
                            "features.0.weight",
                            "features.1.weight",
                            "features.1.bias",
                            "features.1.running_mean",
                            "features.1.running_var",
                            "features.1.num_batches_tracked",
                            "features.4.weight")
                    .endsWith("classifier.2.weight", "classifier.2.bias");
            assertThat(weights.parameters()).doesNotContainKey("features.1.running_mean");
        }
    }

    @Test
    void theSameSeedGivesTheSameWeightsAndAnotherOthers() {
        var model = ModelZoo.model("mlp", MNIST, 10);
        try (var _ = TensorScope.open("test")) {
            double first = sum(Weights.initial(model, new Seed(1), Device.CPU));
            assertThat(sum(Weights.initial(model, new Seed(1), Device.CPU))).isEqualTo(first);
            assertThat(sum(Weights.initial(model, new Seed(2), Device.CPU))).isNotEqualTo(first);
        }
    }

    private static double sum(Weights weights) {
        return weights.parameters().values().stream()
                .mapToDouble(tensor -> tensor.sum().value())
                .sum();
    }
}
