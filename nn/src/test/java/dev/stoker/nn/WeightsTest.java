package dev.stoker.nn;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.layer.Initializer;
import dev.stoker.nn.layer.Layer.Flatten;
import dev.stoker.nn.layer.Layer.Linear;
import dev.stoker.nn.layer.Layer.Sequential;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;
import java.util.Objects;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class WeightsTest {
    private static final int IN = 900;
    private static final int OUT = 200; // more numbers than one part has

    private static Initializer[] starts() {
        return new Initializer[] {new Initializer.Normal(0.5), new Initializer.Uniform(0.25)};
    }

    /** However many cores draw them. */
    @ParameterizedTest
    @MethodSource("starts")
    void weightsAreOneSeriesFromTheSeedAndTheName(Initializer start) {
        var layers = Sequential.of(new Flatten(), new Linear(IN, OUT, start));
        var model = new Model("one layer", new Shape(30, 30, 1), OUT, layers);
        var random = new SeededRandom(new Seed(3).forPurpose("1.weight"));
        var expected = new float[IN * OUT];
        for (int i = 0; i < expected.length; i++) {
            expected[i] = (float)
                    (start instanceof Initializer.Normal
                            ? 0.5 * random.nextGaussian()
                            : 0.25 * (2 * random.nextDouble() - 1));
        }
        try (var _ = TensorScope.open("test")) {
            var weights = Weights.initial(model, new Seed(3), Device.CPU);
            var drawn = Objects.requireNonNull(weights.all().get("1.weight"))
                    .detach()
                    .toHost()
                    .toArray(ValueLayout.JAVA_FLOAT);
            assertThat(Arrays.equals(drawn, expected)).isTrue();
        }
    }
}
