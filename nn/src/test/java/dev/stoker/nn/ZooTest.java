package dev.stoker.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import org.junit.jupiter.api.Test;

class ZooTest {
    private static final Shape MNIST = new Shape(28, 28, 1);

    @Test
    void anUnknownModelSuggestsTheNearest() {
        assertThatThrownBy(() -> Zoo.model("resnet", MNIST, 10))
                .isInstanceOf(StokerException.class)
                .hasMessage("there is no model 'resnet'; did you mean resnet8? (models: cnn, mlp, resnet8)");
    }

    /** 32·9 + 64·32·9 weights, 2·96 of batch norm, 3136·128 + 128 and 128·10 + 10: counted by hand. */
    @Test
    void parametersAndMultiplicationsAreCounted() {
        var summary = Summary.of(Zoo.model("cnn", MNIST, 10));
        assertThat(summary.parameters()).isEqualTo(288 + 18_432 + 192 + 401_536 + 1_290);
        assertThat(summary.multiplyAdds()).isEqualTo(28L * 28 * 288 + 14L * 14 * 18_432 + 401_408 + 1_280);
    }

    @Test
    void weightsCarryTheNamesOfAStateDict() {
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(Zoo.model("cnn", MNIST, 10), new Seed(1), Device.CPU);
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
        var model = Zoo.model("mlp", MNIST, 10);
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
