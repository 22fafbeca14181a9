package dev.stoker.nn.layer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import dev.stoker.nn.Forward;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.definition.ModelDefinition;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ColumnEncodingTest {
    private static final Layer.Columns COLUMNS = new Layer.Columns(
            4,
            List.of(
                    new ColumnEncoding.Numeric(0),
                    new ColumnEncoding.Numeric(1),
                    new ColumnEncoding.OneHot(2, 3),
                    new ColumnEncoding.Embedding("city", 3, 5, 2),
                    new ColumnEncoding.Numeric(1)));

    private static Model model() {
        return new Model("table", Shape.vector(4), 8, Layer.Sequential.of(Layer.named("columns", COLUMNS)));
    }

    @Test
    void numericColumnsPassAndCodesBecomeOneHotOrEmbedded() {
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model(), new Seed(1), Device.CPU);
            assertThat(weights.all().keySet()).containsExactly("columns.city.weight");
            var city = weights.all().values().iterator().next().toHost().toArray(ValueLayout.JAVA_FLOAT);
            var row = Tensor.of(new float[] {0.5f, -2, 1, 4, 7, 8, 0, 0}, Device.CPU, 2, 4, 1, 1);
            var features =
                    Forward.evaluating(model(), weights).apply(row).toHost().toArray(ValueLayout.JAVA_FLOAT);
            assertThat(features)
                    .containsExactly(0.5f, -2, 0, 1, 0, city[8], city[9], -2, 7, 8, 1, 0, 0, city[0], city[1], 8);
        }
    }

    @Test
    void gradientsReachTheRowsOfAnEmbeddingThatWereUsed() {
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model(), new Seed(1), Device.CPU);
            var row = Tensor.of(new float[] {0, 0, 1, 4, 0, 0, 0, 4, 0, 0, 0, 1}, Device.CPU, 3, 4, 1, 1);
            Forward.training(model(), weights).apply(row).sum().backward();
            var gradient = weights.parameters()
                    .values()
                    .iterator()
                    .next()
                    .gradient()
                    .toHost()
                    .toArray(ValueLayout.JAVA_FLOAT);
            assertThat(gradient).containsExactly(0, 0, 1, 1, 0, 0, 0, 0, 2, 2);
        }
    }

    @Test
    void columnsSurviveARoundTripThroughText() {
        var written = ModelDefinition.of(ModelDefinition.write(model()), "x");
        assertThat(written.build(Shape.vector(4), 8)).isEqualTo(model());
    }

    @Test
    void columnsThatARowDoesNotHaveAreRefused() {
        assertThatThrownBy(() -> new Layer.Columns(2, List.of(new ColumnEncoding.Numeric(2))))
                .hasMessage("a row of 2 values has none at 2");
        assertThatThrownBy(() -> new ColumnEncoding.OneHot(0, 0)).hasMessage("codes must be at least 1, got 0");
        assertThatThrownBy(() -> new Model("m", Shape.vector(3), 8, Layer.Sequential.of(COLUMNS)))
                .hasMessage("model m: layer 0 expects 4 values, got 3×1×1");
        var wrong = ConfigNode.of(Map.of(
                "layer",
                ConfigNode.of("columns"),
                "columns",
                ConfigNode.of(List.of(ConfigNode.of(Map.of("codes", ConfigNode.of("2")))))));
        assertThatThrownBy(() ->
                        ModelDefinition.of(ConfigNode.of(List.of(wrong)), "m").build(Shape.vector(4), 2))
                .hasMessage("column 0: the key 'at' is missing");
    }
}
