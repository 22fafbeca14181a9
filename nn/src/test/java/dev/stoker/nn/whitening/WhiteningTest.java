package dev.stoker.nn.whitening;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.nn.Model;
import dev.stoker.nn.Weights;
import dev.stoker.nn.zoo.ModelZoo;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class WhiteningTest {
    private static final Shape SHAPE = new Shape(32, 32, 3);
    private static final List<Double> MEAN = List.of(0.5, 0.4, 0.3);
    private static final List<Double> DEVIATION = List.of(0.2, 0.25, 0.3);

    /** Images whose neighboring pixels and channels are nearly the same, as in photographs. */
    private static MemorySegment images(int count) {
        var images = Arena.ofAuto().allocate((long) count * SHAPE.bytes());
        for (int i = 0; i < count; i++) {
            var random = new SeededRandom(new Seed(i));
            double across = random.nextDouble() * 6;
            double down = random.nextDouble() * 6;
            double start = random.nextDouble() * 100;
            for (int pixel = 0; pixel < SHAPE.height() * SHAPE.width(); pixel++) {
                int line = pixel / 32;
                for (int channel = 0; channel < 3; channel++) {
                    double value = start + across * (pixel % 32) * 0.5 + down * line * 0.5;
                    int shade = (int) Math.clamp(value + 10 * channel + 12 * random.nextDouble(), 0, 255);
                    long at = (long) i * SHAPE.bytes() + pixel * 3L + channel;
                    images.set(ValueLayout.JAVA_BYTE, at, (byte) shade);
                }
            }
        }
        return images;
    }

    private static Tensor normalized(MemorySegment images, int count) {
        return Tensor.view(images, DataType.UINT8, count, 32, 32, 3)
                .toFloat()
                .times(1 / 255.0)
                .minus(Tensor.of(new float[] {0.5f, 0.4f, 0.3f}, Device.CPU, 3))
                .dividedBy(Tensor.of(new float[] {0.2f, 0.25f, 0.3f}, Device.CPU, 3))
                .permute(0, 3, 1, 2);
    }

    private static Weights whitened(Model model, MemorySegment images, int count) {
        var weights = Weights.initial(model, new Seed(1), Device.CPU);
        var whitening = Whitening.of(model);
        var moments = whitening.statistics();
        moments.add(images, count);
        whitening.initialize(weights, moments, MEAN, DEVIATION);
        return weights;
    }

    private static Tensor weight(Weights weights) {
        return Objects.requireNonNull(weights.all().get("0.weight"));
    }

    /** The layer is run by libtorch on images that were normalized as floats; nothing of the way in is used on the way out. */
    @Test
    void whatComesOutOfTheLayerIsUncorrelatedAndOfOneStrength() {
        var images = images(40);
        try (var _ = TensorScope.open("test");
                var _ = Gradients.off()) {
            var filters = weight(whitened(ModelZoo.withDefaults("airbench94"), images, 40));
            float[] before = secondMoments(normalized(images, 40), 3);
            float[] after = secondMoments(
                    Functional.conv2d(
                                    normalized(images, 40),
                                    filters,
                                    Optional.empty(),
                                    new long[] {1, 1},
                                    new long[] {0, 0},
                                    1)
                            .narrow(1, 0, 12),
                    12);
            assertThat(before[1]).as("channels are alike before").isGreaterThan(0.3f);
            for (int i = 0; i < 144; i++) {
                if (i % 13 == 0) {
                    assertThat(after[i]).as("strength of %d", i / 13).isBetween(0.7f, 1.001f);
                } else {
                    assertThat(after[i]).as("%d with %d", i / 12, i % 12).isCloseTo(0, within(1e-3f));
                }
            }
        }
    }

    private static float[] secondMoments(Tensor maps, int channels) {
        var rows = maps.permute(1, 0, 2, 3).reshape(channels, -1);
        return rows.matrixTimes(rows.transposed())
                .times(1.0 / rows.sizes()[1])
                .toHost()
                .toArray(ValueLayout.JAVA_FLOAT);
    }

    @Test
    void theSecondHalfOfTheFiltersAreTheOppositesOfTheFirst() {
        try (var _ = TensorScope.open("test");
                var _ = Gradients.off()) {
            var filters = weight(whitened(ModelZoo.withDefaults("airbench94"), images(3), 3));
            var sum = filters.part(0, 12).plus(filters.part(12, 12));
            assertThat(sum.times(sum).sum().value()).isZero();
        }
    }

    @Test
    void theOrderOfImagesDoesNotChangeABit() {
        var images = images(6);
        var reversed = Arena.ofAuto().allocate(images.byteSize());
        for (int i = 0; i < 6; i++) {
            MemorySegment.copy(images, (long) i * SHAPE.bytes(), reversed, (5L - i) * SHAPE.bytes(), SHAPE.bytes());
        }
        try (var _ = TensorScope.open("test")) {
            var one = weight(whitened(ModelZoo.withDefaults("airbench94"), images, 6));
            var other = weight(whitened(ModelZoo.withDefaults("airbench94"), reversed, 6));
            assertThat(one.detach().toHost().toArray(ValueLayout.JAVA_FLOAT))
                    .containsExactly(other.detach().toHost().toArray(ValueLayout.JAVA_FLOAT));
        }
    }

    @ParameterizedTest
    @ValueSource(strings = {"cnn", "resnet9", "vgg11"})
    void aModelThatBeginsOtherwiseIsRefused(String name) {
        assertThatThrownBy(() -> Whitening.of(ModelZoo.model(name, SHAPE, 10)))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith("whiten: model %s has no layer for it".formatted(name))
                .hasMessageContaining("it begins with conv 3×3");
    }

    /** The definition: the matrix turns none of its eigenvectors, and they stand at right angles. */
    @ParameterizedTest
    @ValueSource(ints = {1, 2, 12, 27})
    void eigenvectorsAreOnlyStretched(int size) {
        var random = new SeededRandom(new Seed(size));
        var matrix = new double[size][size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                matrix[i][j] = random.nextGaussian();
                matrix[j][i] = matrix[i][j];
            }
        }
        var eigen = SymmetricEigendecomposition.of(matrix);
        for (int k = 0; k < size; k++) {
            double[] vector = eigen.vectors()[k];
            for (int i = 0; i < size; i++) {
                assertThat(dot(matrix[i], vector)).isCloseTo(eigen.values()[k] * vector[i], within(1e-12));
                assertThat(dot(eigen.vectors()[i], vector)).isCloseTo(i == k ? 1 : 0, within(1e-12));
            }
        }
    }

    private static double dot(double[] left, double[] right) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }
}
