package dev.stoker.train.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class TestTimeAugmentationTest {
    private static final int SIDE = 4;

    /** A classifier that weights each pixel by its position, so that no two views give the same logits. */
    private static double weighed(double[][] image) {
        double sum = 0;
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                sum += image[y][x] * weight(y, x);
            }
        }
        return sum;
    }

    private static float weight(int y, int x) {
        return (y * SIDE + x) * (y + 1) + 0.5f * x;
    }

    private static double pixel(int y, int x) {
        return Math.sin(3 * y + 5 * x + 1);
    }

    /** The image shifted, with reflection padding, and flipped by plain loops. */
    private static double[][] view(int down, int right, boolean flipped) {
        var view = new double[SIDE][SIDE];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                view[y][flipped ? SIDE - 1 - x : x] = pixel(reflected(y + down), reflected(x + right));
            }
        }
        return view;
    }

    private static int reflected(int position) {
        return position < 0 ? -position : position >= SIDE ? 2 * (SIDE - 1) - position : position;
    }

    private static double pair(int down, int right) {
        return 0.5 * weighed(view(down, right, false)) + 0.5 * weighed(view(down, right, true));
    }

    private static double logit(TestTimeAugmentation views) {
        var pixels = new float[SIDE * SIDE];
        var weights = new float[SIDE * SIDE];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) pixel(i / SIDE, i % SIDE);
            weights[i] = weight(i / SIDE, i % SIDE);
        }
        try (var _ = TensorScope.open("test")) {
            var image = Tensor.of(pixels, Device.CPU, 1, 1, SIDE, SIDE);
            var kernel = Tensor.of(weights, Device.CPU, SIDE * SIDE, 1);
            var logits = views.logits(image, each -> each.flatten(1).matrixTimes(kernel));
            return logits.toHost().get(ValueLayout.JAVA_FLOAT, 0);
        }
    }

    @Test
    void withoutAugmentationTheImageAloneCounts() {
        assertThat(logit(TestTimeAugmentation.NONE)).isCloseTo(weighed(view(0, 0, false)), within(1e-4));
    }

    @Test
    void theFlippedImageCountsAsMuchAsTheImage() {
        assertThat(logit(TestTimeAugmentation.FLIP)).isCloseTo(pair(0, 0), within(1e-4));
    }

    @Test
    void shiftedPairsCountHalf() {
        double byHand = 0.5 * pair(0, 0) + 0.25 * pair(-1, -1) + 0.25 * pair(1, 1);
        assertThat(byHand).isNotCloseTo(pair(0, 0), within(0.1));
        assertThat(logit(TestTimeAugmentation.SHIFTS)).isCloseTo(byHand, within(1e-4));
    }
}
