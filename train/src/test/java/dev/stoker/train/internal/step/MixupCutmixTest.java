package dev.stoker.train.internal.step;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.MixupCutmixSettings;
import java.lang.foreign.ValueLayout;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class MixupCutmixTest {
    private static final Shape SHAPE = new Shape(8, 8, 1);
    private static final int STEPS = 100;

    private static StepContext step(long number) {
        return new StepContext(number, STEPS, 0, 0.1);
    }

    private static Tensor images() {
        var random = new Random(5);
        var values = new float[6 * 64];
        for (int i = 0; i < values.length; i++) {
            values[i] = random.nextFloat() * 1000 - 500; // sums and differences of such numbers round
        }
        return Tensor.of(values, Device.CPU, 6, 1, 8, 8);
    }

    private static float[] values(Tensor tensor) {
        return tensor.toHost().toArray(ValueLayout.JAVA_FLOAT);
    }

    @ParameterizedTest
    @CsvSource({"0.4, 0", "0, 1", "0.4, 1"})
    void inTheLastPartImagesAndLossAreTheirOwnBitForBit(double mixup, double cutmix) {
        try (var _ = TensorScope.open("test")) {
            var mixing = new MixupCutmix(new MixupCutmixSettings(mixup, cutmix, 0.1), SHAPE, new Seed(1), Device.CPU);
            var images = images();
            var labels = Tensor.zeros(DataType.INT64, Device.CPU, 6);
            labels.part(0, 2).fillInPlace(1L);
            var logits = images.flatten(1).narrow(1, 0, 3);
            var loss = Loss.crossEntropy(0).loss(logits, labels);

            mixing.prepare(step(89));
            assertThat(values(mixing.images(images))).isNotEqualTo(values(images));
            assertThat(mixing.loss(logits, labels, Loss.crossEntropy(0)).value())
                    .isNotEqualTo(loss.value());
            for (long last : new long[] {90, 99}) {
                mixing.prepare(step(last));
                assertThat(values(mixing.images(images))).isEqualTo(values(images));
                assertThat(mixing.loss(logits, labels, Loss.crossEntropy(0)).value())
                        .isEqualTo(loss.value());
            }
        }
    }

    @Test
    void withoutAnEndEveryStepMixes() {
        var settings = new MixupCutmixSettings(0.4, 0);
        assertThat(settings.covers(STEPS, STEPS)).isTrue();
        assertThat(new MixupCutmixSettings(0, 0, 0.1).covers(0, STEPS)).isFalse();
        assertThat(new MixupCutmixSettings(0.4, 0, 0.25).times(0.5)).isEqualTo(new MixupCutmixSettings(0.2, 0, 0.25));
        assertThatThrownBy(() -> new MixupCutmixSettings(0.4, 0, 1)).hasMessageContaining("below 1, got 1.0");
    }
}
