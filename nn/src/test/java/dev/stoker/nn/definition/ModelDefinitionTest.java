package dev.stoker.nn.definition;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.nn.Model;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.CustomLayer;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ModelDefinitionTest {
    private static final Shape SMALL = new Shape(8, 8, 3);

    static List<String> zoo() {
        return ModelZoo.names();
    }

    @ParameterizedTest
    @MethodSource("zoo")
    void everyModelOfTheZooSurvivesARoundTrip(String name) {
        var model = ModelZoo.withDefaults(name);
        var written = ModelDefinition.of(ModelDefinition.write(model), "other");
        assertThat(written.name()).isEqualTo(name);
        assertThat(written.build(model.input(), model.classes())).isEqualTo(model);
    }

    @ParameterizedTest
    @MethodSource("zoo")
    void aModelOfTheZooWrittenForSomeClassesServesOthers(String name) {
        var model = ModelZoo.withDefaults(name);
        var written = ModelDefinition.of(ModelDefinition.write(model), name);
        assertThat(weights(written.build(model.input(), 7))).isEqualTo(weights(ModelZoo.model(name, model.input(), 7)));
    }

    /** The initializer of a head may depend on the number of classes; its name and its sizes must not change otherwise. */
    private static List<String> weights(Model model) {
        return WeightSpec.of(model).stream()
                .map(spec -> spec.name() + spec.sizeList())
                .toList();
    }

    private static ConfigNode layer(String kind, String... arguments) {
        var entries = new java.util.LinkedHashMap<String, ConfigNode>();
        entries.put("layer", ConfigNode.of(kind));
        for (int i = 0; i < arguments.length; i += 2) {
            entries.put(arguments[i], new ConfigNode.Scalar(arguments[i + 1], 4));
        }
        return new ConfigNode.Mapping(entries, 4);
    }

    private static Model build(ConfigNode... layers) {
        return ModelDefinition.of(ConfigNode.of(List.of(layers)), "net").build(SMALL, 5);
    }

    @Test
    void inputSizesAreInferredAndNamesAreThoseOfPytorch() {
        var model = build(
                layer("conv2d", "name", "stem", "out", "4", "kernel", "3", "padding", "same", "bias", "false"),
                layer("batch-norm2d"),
                ConfigNode.of("relu"),
                ConfigNode.of("flatten"),
                layer("linear", "name", "head", "out", "classes"));
        assertThat(model.parameterNames())
                .containsExactly("stem.weight", "1.weight", "1.bias", "head.weight", "head.bias");
        assertThat(model.root())
                .isEqualTo(Layer.Sequential.of(
                        Layer.named("stem", Layer.Conv2d.same(3, 4, 3, 1)),
                        Layer.named("1", new Layer.BatchNorm2d(4)),
                        Layer.named("2", Layer.Activation.RELU),
                        Layer.named("3", new Layer.Flatten()),
                        Layer.named("head", new Layer.Linear(256, 5))));
    }

    private static void refused(String sentence, ConfigNode... layers) {
        assertThatThrownBy(() -> build(layers))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining(sentence);
    }

    @Test
    void errorsNameLineLayerValueAndRemedy() {
        refused("line 4: layer 0 (convd): there is no layer 'convd'; did you mean conv2d?", layer("convd"));
        refused(
                "line 4: layer 0 (conv2d): there is no key 'kernal'; did you mean kernel?",
                layer("conv2d", "out", "4", "kernel", "3", "kernal", "3"));
        refused("line 4: layer 0 (conv2d): the key 'kernel' is missing", layer("conv2d", "out", "4"));
        refused("line 4: layer 0 (conv2d): out must be at least 1, got 0", layer("conv2d", "out", "0", "kernel", "3"));
        refused(
                "line 4: layer 0 (conv2d): groups must be at least 1, got 0",
                layer("conv2d", "out", "4", "kernel", "3", "groups", "0"));
        refused(
                "line 4: layer 0 (conv2d): out must be an integer, got '4.5'",
                layer("conv2d", "out", "4.5", "kernel", "3"));
        refused(
                "line 4: layer 0 (dropout): the dropout rate must be at least 0 and below 1, got 1.0",
                layer("dropout", "rate", "1"));
        refused(
                "line 4: model net: a side of 8 pixels is too small for layer 0 (window 9)",
                layer("max-pool2d", "kernel", "9"));
        refused(
                "line 4: model net: layer 0 expects 4 channels, got 3×8×8",
                layer("conv2d", "in", "4", "out", "4", "kernel", "3"));
        refused(
                "layer 0 (linear): its input is a feature map of 3×8×8: put flatten before it",
                layer("linear", "out", "classes"));
        refused("model net: two layers are called a", layer("relu", "name", "a"), layer("relu", "name", "a"));
        refused("layer 0 (custom): a custom layer is Java code", ConfigNode.of("custom"));
        refused(
                "model net ends with 192 features, but there are 5 classes; end with {layer: linear, out: classes}",
                ConfigNode.of("flatten"));
        refused("layer 0 (relu): there is no key 'slope'", layer("relu", "slope", "1"));
        refused("model net ends with 3×8×8");
    }

    @Test
    void aCustomLayerCannotBeWritten() {
        var custom = new CustomLayer() {
            @Override
            public List<WeightSpec> weights() {
                return List.of();
            }

            @Override
            public ActivationShape output(ActivationShape input) {
                return new ActivationShape.Features(5);
            }

            @Override
            public Tensor forward(Function<String, Tensor> weights, Tensor x, boolean training) {
                return x;
            }
        };
        var model = new Model("own", SMALL, 5, Layer.Sequential.of(new Layer.Custom(custom)));
        assertThatThrownBy(() -> ModelDefinition.write(model))
                .isInstanceOf(StokerException.class)
                .hasMessageContaining("is a custom layer, which is Java code and cannot be written as YAML");
    }

    @Test
    void keysOfTheModelItselfAreChecked() {
        assertThatThrownBy(() -> ModelDefinition.of(ConfigNode.of(Map.of("layer", ConfigNode.of("x"))), "net"))
                .hasMessage("model net: the key 'layers' is missing");
        assertThatThrownBy(() -> ModelDefinition.of(
                        ConfigNode.of(Map.of("layers", ConfigNode.of(List.of()), "input", ConfigNode.of("28"))), "net"))
                .hasMessage("model net: input must be height, width and channels, such as [28, 28, 1], got [28]");
    }
}
