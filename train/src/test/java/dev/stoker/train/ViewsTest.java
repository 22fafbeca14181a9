package dev.stoker.train;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class ViewsTest {
    private static final int SIDE = 4;

    /** A classifier that weighs each pixel by its place, so that no two views give the same. */
    private static double weighed(double[][] picture) {
        double sum = 0;
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                sum += picture[y][x] * weight(y, x);
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

    /** The picture moved and mirrored by hand; beyond the edge lies what lies as far on this side of the last pixel. */
    private static double[][] view(int down, int right, boolean mirrored) {
        var view = new double[SIDE][SIDE];
        for (int y = 0; y < SIDE; y++) {
            for (int x = 0; x < SIDE; x++) {
                view[y][mirrored ? SIDE - 1 - x : x] = pixel(reflected(y + down), reflected(x + right));
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

    private static double logit(Views views) {
        var pixels = new float[SIDE * SIDE];
        var weights = new float[SIDE * SIDE];
        for (int i = 0; i < pixels.length; i++) {
            pixels[i] = (float) pixel(i / SIDE, i % SIDE);
            weights[i] = weight(i / SIDE, i % SIDE);
        }
        try (var _ = TensorScope.open("test")) {
            var picture = Tensor.of(pixels, Device.CPU, 1, 1, SIDE, SIDE);
            var kernel = Tensor.of(weights, Device.CPU, SIDE * SIDE, 1);
            var logits = views.logits(picture, each -> each.flatten(1).matrixTimes(kernel));
            return logits.toHost().get(ValueLayout.JAVA_FLOAT, 0);
        }
    }

    @Test
    void noViewsButThePictureItself() {
        assertThat(logit(Views.NONE)).isCloseTo(weighed(view(0, 0, false)), within(1e-4));
    }

    @Test
    void theMirrorImageCountsAsMuchAsThePicture() {
        assertThat(logit(Views.MIRROR)).isCloseTo(pair(0, 0), within(1e-4));
    }

    @Test
    void movedPairsCountHalf() {
        double byHand = 0.5 * pair(0, 0) + 0.25 * pair(-1, -1) + 0.25 * pair(1, 1);
        assertThat(byHand).isNotCloseTo(pair(0, 0), within(0.1));
        assertThat(logit(Views.SHIFTS)).isCloseTo(byHand, within(1e-4));
    }
}
