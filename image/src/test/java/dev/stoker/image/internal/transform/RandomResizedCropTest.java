package dev.stoker.image.internal.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandomResizedCrop;
import org.junit.jupiter.api.Test;

class RandomResizedCropTest {
    private static final int COUNT = 20_000;
    private static final RandomResizedCrop CROP = new RandomResizedCrop(224);

    /** In a square all but the largest crops fit at the first try, so nearly all sampled shares are used. */
    @Test
    void areaAndRatioAreDistributedAsInTorchvision() {
        var random = new SeededRandom(new Seed(7));
        double shares = 0;
        double wide = 0;
        double left = 0;
        int belowHalf = 0;
        for (int i = 0; i < COUNT; i++) {
            var view = GeometricTransforms.apply(
                    new RandomResizedCrop(224, new ParameterRange(0.1, 0.7)), CropAndResize.whole(1000, 1000), random);
            double share = view.across().length() * view.down().length() / 1e6;
            assertThat(share).isBetween(0.099, 0.701);
            assertThat(view.across().length() / view.down().length()).isBetween(0.745, 1.342);
            shares += share;
            belowHalf += share < 0.4 ? 1 : 0;
            wide += view.across().length() > view.down().length() ? 1 : 0;
            left += view.across().from() / (1000 - view.across().length());
        }
        assertThat(shares / COUNT).isCloseTo(0.4, within(0.005));
        assertThat((double) belowHalf / COUNT).isCloseTo(0.5, within(0.015));
        assertThat(wide / COUNT).isCloseTo(0.5, within(0.015));
        assertThat(left / COUNT).isCloseTo(0.5, within(0.015));
    }

    /** Rejection shifts the mean away from large crops. */
    @Test
    void cropsThatDoNotFitAreSampledAgain() {
        var random = new SeededRandom(new Seed(8));
        double shares = 0;
        for (int i = 0; i < COUNT; i++) {
            var view = GeometricTransforms.apply(CROP, CropAndResize.whole(500, 375), random);
            assertThat(view.across().from() + view.across().length()).isLessThanOrEqualTo(500);
            assertThat(view.down().from() + view.down().length()).isLessThanOrEqualTo(375);
            shares += view.across().length() * view.down().length() / (500 * 375);
        }
        assertThat(shares / COUNT).isCloseTo(independentMeanShare(), within(0.005));
    }

    /** The same rejection sampling written with another generator, in real numbers. */
    private static double independentMeanShare() {
        var random = new java.util.Random(3);
        double sum = 0;
        for (int i = 0; i < 200_000; i++) {
            double share = 1;
            for (int attempt = 0; attempt < 10; attempt++) {
                double area = (0.08 + 0.92 * random.nextDouble()) * 500 * 375;
                double ratio = 0.75 * Math.pow(16.0 / 9, random.nextDouble());
                if (Math.sqrt(area * ratio) <= 500.5 && Math.sqrt(area / ratio) <= 375.5) {
                    share = area / (500 * 375);
                    break;
                }
            }
            sum += share;
        }
        return sum / 200_000;
    }

    @Test
    void ifNoCropFitsTheCenterIsUsed() {
        var view = GeometricTransforms.apply(CROP, CropAndResize.whole(1000, 10), new SeededRandom(new Seed(1)));
        assertThat(view.down().length()).isEqualTo(10);
        assertThat(view.across().length()).isEqualTo(13);
        assertThat(view.across().from()).isEqualTo(493);
        var high = GeometricTransforms.apply(CROP, CropAndResize.whole(10, 1000), new SeededRandom(new Seed(1)));
        assertThat(high.across().length()).isEqualTo(10);
        assertThat(high.down().length()).isEqualTo(13);
    }

    @Test
    void atStrengthZeroItIsTheLargestCenterSquare() {
        var view = GeometricTransforms.apply(
                CROP.atStrength(0), CropAndResize.whole(500, 375), new SeededRandom(new Seed(1)));
        assertThat(view.across().from()).isEqualTo(62);
        assertThat(view.across().length()).isEqualTo(375);
        assertThat(view.down().length()).isEqualTo(375);
    }

    @Test
    void invalidSizesAndRangesAreRefused() {
        assertThatThrownBy(() -> new RandomResizedCrop(0)).hasMessageContaining("got 0×0");
        assertThatThrownBy(() -> new RandomResizedCrop(9, new ParameterRange(0, 1)))
                .hasMessageContaining("above 0, got 0.0 to 1");
        assertThatThrownBy(() -> new ParameterRange(2, 1))
                .hasMessage("a range must be finite and ascending, got 2.0 to 1.0");
    }
}
