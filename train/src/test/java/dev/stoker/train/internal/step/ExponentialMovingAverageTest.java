package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.random.Seed;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.SmallResidualNet;
import dev.stoker.train.StripedImages;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ExponentialMovingAverageTest {
    private static final StripedImages DATA = new StripedImages(24, 24);

    private static Weights weights() {
        return Weights.initial(SmallResidualNet.of(DATA.shape(), 3), new Seed(7), Device.CPU);
    }

    private static Tensor buffer(Weights weights, String ending) {
        return weights.buffers().entrySet().stream()
                .filter(entry -> entry.getKey().endsWith(ending))
                .map(Map.Entry::getValue)
                .findFirst()
                .orElseThrow();
    }

    /** Those of the latest weights do not fit averaged ones. */
    @Test
    void runningStatisticsAreAveragedAsWeightsAreAndCountersAreCopied() {
        try (var _ = TensorScope.open("average")) {
            var weights = weights();
            buffer(weights, "running_mean").fillInPlace(0);
            var average = new ExponentialMovingAverage(0.75, weights);
            buffer(weights, "running_mean").fillInPlace(8);
            buffer(weights, "num_batches_tracked").fillInPlace(5);
            average.updated();
            average.updated();
            assertThat(buffer(average.weights(), "running_mean").toHost().toArray(ValueLayout.JAVA_FLOAT))
                    .containsOnly(3.5f);
            assertThat(buffer(average.weights(), "num_batches_tracked").toHost().toArray(ValueLayout.JAVA_LONG))
                    .containsOnly(5);
        }
    }
}
