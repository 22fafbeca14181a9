package dev.stoker.optimize;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.nn.Model;
import dev.stoker.nn.WeightedModel;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.ColumnEncoding;
import dev.stoker.nn.layer.CustomLayer;
import dev.stoker.nn.layer.KernelWindow;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.optimize.fold.FoldedModel;
import dev.stoker.optimize.graph.GraphInput;
import dev.stoker.optimize.graph.GraphTranslator;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class ExportedModelTest {
    private static final int COUNT = 2;

    @TempDir
    private Path folder;

    /** All of the zoo, but of nets that differ in depth and width alone the smallest: files of hundreds of megabytes take long. */
    static Stream<String> models() {
        return ModelZoo.names().stream()
                .filter(
                        name -> !name.matches(
                                "vgg(11_lrn|13|16|19).*|resnet(101|152)|resnext101.*|wide_resnet.*"
                                    + "|efficientnet_(b[1-7]|v2_m)|regnet_y_(800mf|[\\d_]+gf)|mobilenet_v[23].*_[\\d.]+|convnext_(small|base)|deit_[sb]_16"));
    }

    @ParameterizedTest
    @MethodSource("models")
    void aModelOfTheZooHasTheSameLogitsInOnnxRuntimeAlsoWhenItIsFolded(String name) {
        var defaults = ModelZoo.withDefaults(name);
        var shape = defaults.input().height() > 100 ? new Shape(96, 96, 3) : defaults.input();
        compare(ModelZoo.model(name, shape, 10));
    }

    private void compare(Model model) {
        try (var _ = TensorScope.open("test")) {
            var weights = TestModels.weights(model, 7);
            var images = TestModels.floats("images", COUNT * model.input().elements(), -1, 1);
            float[] expected = TestModels.logits(model, weights, images, COUNT);
            var input = new GraphInput.Images(model.input());

            float[] exported =
                    TestModels.logits(GraphTranslator.translate(model, weights, input), folder, images, COUNT);
            assertThat(TestModels.largestDifference(exported, expected)).isLessThan(1e-3);

            var folded = FoldedModel.of(new WeightedModel(model, weights));
            float[] simpler = TestModels.logits(
                    GraphTranslator.translate(folded.model(), folded.weights(), input), folder, images, COUNT);
            assertThat(TestModels.largestDifference(simpler, expected)).isLessThan(1e-3);
        }
    }

    private static Model classifier(Shape input, Layer... layers) {
        return new Model("test", input, 3, Layer.Sequential.of(layers));
    }

    @ParameterizedTest
    @EnumSource(Layer.Activation.class)
    void everyActivationFunctionIsTheSame(Layer.Activation activation) {
        compare(classifier(
                new Shape(6, 6, 2),
                Layer.Conv2d.same(2, 4, 3, 1),
                activation,
                new Layer.GlobalAveragePool(),
                new Layer.Flatten(),
                new Layer.Linear(4, 3)));
    }

    @Test
    void poolsOfUnequalWindowsAndWindowsThatReachBeyondTheImageAreTheSame() {
        compare(classifier(
                new Shape(11, 13, 2),
                new Layer.MaxPool2d(KernelWindow.square(3, 2, 1), true),
                new Layer.AveragePool2d(KernelWindow.square(3, 1, 1)),
                new Layer.AdaptiveAveragePool2d(4, 3),
                new Layer.Flatten(),
                new Layer.Linear(2 * 4 * 3, 3)));
    }

    @Test
    void aLocalResponseNormIsTheSame() {
        compare(classifier(
                new Shape(6, 7, 2),
                Layer.Conv2d.same(2, 8, 3, 1),
                new Layer.LocalResponseNorm(5, 0.5, 0.75, 2),
                new Layer.GlobalAveragePool(),
                new Layer.Flatten(),
                new Layer.Linear(8, 3)));
    }

    @Test
    void groupNormsAndLayerScalesAreTheSame() {
        compare(classifier(
                new Shape(6, 7, 2),
                Layer.Conv2d.same(2, 8, 3, 1),
                new Layer.GroupNorm(2, 8),
                new Layer.LayerScale(8, 0.5f),
                new Layer.Tokens(),
                new Layer.LayerScale(8, 0.5f),
                new Layer.FirstToken(),
                new Layer.Linear(8, 3)));
    }

    @Test
    void aBatchNormThatFollowsNoWeightsStays() {
        var model = classifier(
                new Shape(6, 6, 2),
                new Layer.BatchNorm2d(2),
                Layer.Conv2d.same(2, 4, 3, 1),
                new Layer.BatchNorm2d(4),
                new Layer.GlobalAveragePool(),
                new Layer.Flatten(),
                new Layer.Linear(4, 3));
        try (var _ = TensorScope.open("test")) {
            var folded = FoldedModel.of(new WeightedModel(model, TestModels.weights(model, 7)));
            assertThat(((Layer.Sequential) folded.model().root()).children())
                    .filteredOn(child -> child.layer() instanceof Layer.BatchNorm2d)
                    .extracting(Layer.Named::name)
                    .containsExactly("0");
        }
        compare(model);
    }

    @Test
    void theColumnsOfATableAreTheSame() {
        var columns = new Layer.Columns(
                4,
                List.of(
                        new ColumnEncoding.Numeric(0),
                        new ColumnEncoding.Numeric(1),
                        new ColumnEncoding.OneHot(2, 3),
                        new ColumnEncoding.Embedding("city", 3, 5, 2)));
        var model = new Model(
                "table",
                Shape.vector(4),
                2,
                Layer.Sequential.of(
                        Layer.named("columns", columns), Layer.named("classifier", new Layer.Linear(7, 2))));
        float[] rows = {0.5f, -1, 2, 4, 3, 0.25f, 0, 1};
        try (var _ = TensorScope.open("test")) {
            var weights = TestModels.weights(model, 7);
            float[] found = TestModels.logits(
                    GraphTranslator.translate(model, weights, new GraphInput.Values(4)), folder, rows, 2);
            assertThat(TestModels.largestDifference(found, TestModels.logits(model, weights, rows, 2)))
                    .isLessThan(1e-5);
        }
    }

    @Test
    void aLayerOfAProgramsOwnIsRefusedByItsPath() {
        var own = new CustomLayer() {
            @Override
            public List<WeightSpec> weights() {
                return List.of();
            }

            @Override
            public ActivationShape output(ActivationShape input) {
                return input;
            }

            @Override
            public Tensor forward(Function<String, Tensor> weights, Tensor x, boolean training) {
                return x;
            }
        };
        var model = classifier(new Shape(2, 2, 1), new Layer.Flatten(), new Layer.Linear(4, 3), new Layer.Custom(own));
        try (var _ = TensorScope.open("test")) {
            var weights = TestModels.weights(model, 7);
            assertThatThrownBy(
                            () -> GraphTranslator.translate(model, weights, new GraphInput.Images(new Shape(2, 2, 1))))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("layer 2 is of a program's own");
        }
    }
}
