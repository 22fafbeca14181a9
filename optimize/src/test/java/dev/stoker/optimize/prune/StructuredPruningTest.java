package dev.stoker.optimize.prune;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.Model;
import dev.stoker.nn.ModelSummary;
import dev.stoker.nn.WeightedModel;
import dev.stoker.nn.Weights;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.optimize.TestModels;
import dev.stoker.optimize.fold.FoldedModel;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.step.PruningSettings.Scope;
import java.lang.foreign.ValueLayout;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class StructuredPruningTest {
    private static final int COUNT = 2;

    /** The others differ in the number of blocks and their width alone. */
    private static Stream<String> models() {
        return ModelZoo.names().stream()
                .filter(name -> !name.matches(
                        "mlp|linear|vgg(11|13|16|19|11_lrn|16c|13_bn|16_bn|19_bn|19-32-4096)|mobilenet_.*_[\\d.]+|resnet(34|101|152)"
                            + "|resnext101.*|wide_resnet.*|efficientnet_(b[1-7]|v2_m)|regnet_y_(800mf|[\\d_]+gf)"));
    }

    private static WeightedModel model(String name) {
        var defaults = ModelZoo.withDefaults(name);
        var shape = defaults.input().height() > 100 ? new Shape(80, 80, 3) : defaults.input();
        var model = ModelZoo.model(name, shape, 10);
        return new WeightedModel(model, TestModels.weights(model, 7));
    }

    private static float[] logits(WeightedModel model) {
        var images = TestModels.floats("images", COUNT * model.model().input().elements(), -1, 1);
        return TestModels.logits(model.model(), model.weights(), images, COUNT);
    }

    private static boolean[] someOf(ModelChannels channels) {
        var random = new SeededRandom(new Seed(5).forPurpose("channels"));
        var removed = new boolean[channels.count()];
        for (var set : channels.sets()) {
            set.subList(1, set.size()).forEach(channel -> removed[channel] = random.nextInt(10) < 3);
        }
        return removed;
    }

    /** What reads a removed channel reads nothing of it: a weight that is 0. */
    private static WeightedModel unread(WeightedModel model, ModelChannels channels, boolean[] removed) {
        var tensors = new HashMap<>(model.weights().all());
        channels.layers().forEach((path, layer) -> {
            if (layer.own()) {
                tensors.put(Layer.path(path, "weight"), unread(model.weights().tensor(path, "weight"), layer, removed));
            }
        });
        return new WeightedModel(model.model(), Weights.of(model.model(), tensors));
    }

    private static Tensor unread(Tensor weight, LayerChannels layer, boolean[] removed) {
        float[] values = weight.toHost().toArray(ValueLayout.JAVA_FLOAT);
        int inputs = Math.toIntExact(weight.sizes()[1]);
        int area = values.length / layer.out().length / inputs;
        for (int i = 0; i < values.length; i++) {
            int input = i / area % inputs;
            if (inputs == layer.in().length && removed[layer.in()[input]]) {
                values[i] = 0;
            }
        }
        return Tensor.of(values, Device.CPU, weight.sizes());
    }

    @ParameterizedTest
    @MethodSource("models")
    void aModelWithoutChannelsHasTheLogitsOfOneThatDoesNotReadThem(String name) {
        try (var _ = TensorScope.open("test")) {
            var whole = model(name);
            var channels = ChannelReader.read(whole.model());
            var removed = someOf(channels);
            var cut = ChannelCut.of(whole, channels, removed);
            assertThat(TestModels.largestDifference(logits(cut), logits(unread(whole, channels, removed))))
                    .isLessThan(1e-4);
            assertThat(TestModels.largestDifference(logits(cut), logits(whole))).isGreaterThan(1e-4);
            assertThat(ModelSummary.of(cut.model()).multiplyAdds())
                    .isLessThan((long) (0.9 * ModelSummary.of(whole.model()).multiplyAdds()));
        }
    }

    /** The norm after it would bring a channel back whose filters are 0, if it were not folded. */
    @ParameterizedTest
    @EnumSource
    void filtersOfZerosAreCutFirstAndNothingChanges(Scope scope) {
        try (var _ = TensorScope.open("test")) {
            var model = FoldedModel.of(model("resnet18"));
            var tensors = new HashMap<>(model.weights().all());
            for (String layer : List.of("layer1.0.conv1", "layer2.0.conv1", "layer3.1.conv1")) {
                zeroEveryFourthFilter(tensors, layer);
            }
            var planted = new WeightedModel(model.model(), Weights.of(model.model(), tensors));
            var cut = StructuredPruning.of(planted, scope == Scope.LAYER ? 0.25 : 0.039, scope);
            if (scope == Scope.GLOBAL) {
                assertThat(TestModels.largestDifference(logits(cut), logits(planted)))
                        .isLessThan(1e-4);
            }
            assertThat(cut.weights().tensor("layer2.0.conv1", "weight").sizes()[0])
                    .isEqualTo(96);
        }
    }

    private static void zeroEveryFourthFilter(Map<String, Tensor> tensors, String layer) {
        for (String name : List.of(layer + ".weight", layer + ".bias")) {
            var tensor = Objects.requireNonNull(tensors.get(name));
            float[] values = tensor.toHost().toArray(ValueLayout.JAVA_FLOAT);
            int size = values.length / Math.toIntExact(tensor.sizes()[0]);
            for (int i = 0; i < values.length; i++) {
                values[i] = i / size % 4 == 1 ? 0 : values[i];
            }
            tensors.put(name, Tensor.of(values, Device.CPU, tensor.sizes()));
        }
    }

    @ParameterizedTest
    @EnumSource
    void aShareOfTheChannelsIsCut(Scope scope) {
        try (var _ = TensorScope.open("test")) {
            var whole = model("resnet18");
            var cut = StructuredPruning.of(whole, 0.3, scope);
            double left = (double) ModelSummary.of(cut.model()).multiplyAdds()
                    / ModelSummary.of(whole.model()).multiplyAdds();
            assertThat(left).isBetween(0.4, 0.65);
            assertThat(logits(cut)).hasSize(COUNT * 10).doesNotContain(Float.NaN);
        }
    }

    /** A channel less would be another neighbor for those beside it. */
    @Test
    void channelsThatANormComparesWithTheirNeighborsStay() {
        var model = new Model(
                "neighbors",
                new Shape(6, 6, 1),
                3,
                Layer.Sequential.of(
                        Layer.Conv2d.same(1, 16, 3, 1),
                        new Layer.LocalResponseNorm(5, 0.5, 0.75, 2),
                        Layer.Conv2d.same(16, 32, 3, 1),
                        new Layer.GlobalAveragePool(),
                        new Layer.Flatten(),
                        new Layer.Linear(32, 3)));
        try (var _ = TensorScope.open("test")) {
            var cut = StructuredPruning.of(new WeightedModel(model, TestModels.weights(model, 7)), 0.5, Scope.LAYER);
            assertThat(cut.weights().tensor("2", "weight").sizes()).containsExactly(16, 16, 3, 3);
        }
    }

    @Test
    void aModelOfOneLayerHasNothingToCut() {
        var model = new Model(
                "one", new Shape(4, 4, 1), 3, Layer.Sequential.of(new Layer.Flatten(), new Layer.Linear(16, 3)));
        try (var _ = TensorScope.open("test")) {
            var weighted = new WeightedModel(model, TestModels.weights(model, 7));
            assertThatThrownBy(() -> StructuredPruning.of(weighted, 0.3, Scope.GLOBAL))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("model one has no channel that could be cut");
        }
    }

    @Test
    void aShareOfLessThanOneChannelIsRefused() {
        var model = new Model(
                "few",
                new Shape(4, 4, 1),
                3,
                Layer.Sequential.of(new Layer.Flatten(), new Layer.Linear(16, 4), new Layer.Linear(4, 3)));
        try (var _ = TensorScope.open("test")) {
            var weighted = new WeightedModel(model, TestModels.weights(model, 7));
            assertThatThrownBy(() -> StructuredPruning.of(weighted, 0.1, Scope.LAYER))
                    .isInstanceOf(StokerException.class)
                    .hasMessageContaining("nothing is left to prune");
        }
    }
}
