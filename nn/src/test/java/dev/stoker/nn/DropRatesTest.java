package dev.stoker.nn;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.StokerException;
import dev.stoker.nn.internal.ShapeInference;
import dev.stoker.nn.layer.ActivationShape;
import dev.stoker.nn.layer.Layer;
import dev.stoker.nn.layer.WeightSpec;
import dev.stoker.nn.zoo.ModelZoo;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DropRatesTest {

    private static Model with(String model, Optional<Double> dropPath, Optional<Double> dropout) {
        var plain = ModelZoo.withDefaults(model);
        var changed = new DropRates(dropPath, dropout).of(plain);
        assertThat(names(changed)).isEqualTo(names(plain));
        return changed;
    }

    private static List<String> names(Model model) {
        return WeightSpec.of(model).stream().map(WeightSpec::name).toList();
    }

    /** Paths and rates. */
    private static List<String> rates(Model model, Class<? extends Layer> kind) {
        var rates = new ArrayList<String>();
        ShapeInference.walk(model, true, (String path, Layer layer, ActivationShape _, ActivationShape _) -> {
            if (kind.isInstance(layer)) {
                rates.add(path + " "
                        + (layer instanceof Layer.Dropout(double rate) ? rate : ((Layer.DropPath) layer).rate()));
            }
        });
        return rates;
    }

    @Test
    void theDeepestBlockHasTheRateAndOthersAreInProportion() {
        var rates = rates(with("convnext_tiny", Optional.of(0.4), Optional.empty()), Layer.DropPath.class);
        assertThat(rates).hasSize(18);
        assertThat(rates.getFirst()).endsWith(" 0.0");
        assertThat(Double.parseDouble(rates.getLast().split(" ", -1)[1])).isCloseTo(0.4, within(1e-12));
        assertThat(Double.parseDouble(rates.get(1).split(" ", -1)[1])).isCloseTo(0.4 / 17, within(1e-12));
    }

    @Test
    void dropoutOfAClassifierIsReplacedOrInserted() {
        assertThat(rates(with("efficientnet_b0", Optional.empty(), Optional.of(0.35)), Layer.Dropout.class))
                .containsExactly("classifier.0 0.35");
        assertThat(rates(with("vgg11", Optional.empty(), Optional.of(0.1)), Layer.Dropout.class))
                .containsExactly("classifier.2 0.1", "classifier.5 0.1");
        assertThat(rates(with("vit_b_16", Optional.empty(), Optional.of(0.1)), Layer.Dropout.class))
                .containsExactly("dropout 0.1");
        assertThat(rates(with("resnet18", Optional.empty(), Optional.of(0.2)), Layer.Dropout.class))
                .containsExactly("dropout 0.2");
    }

    @Test
    void aModelWithoutStochasticDepthIsRefused() {
        assertThatThrownBy(() -> with("resnet18", Optional.of(0.1), Optional.empty()))
                .isInstanceOf(StokerException.class)
                .hasMessage(
                        "drop-path is the rate of stochastic depth, which model resnet18 has not; choose one that has,"
                                + " such as convnext_tiny or deit_s_16, or remove drop-path");
    }
}
