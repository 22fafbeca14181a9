package dev.stoker.image.internal.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.Pixels;
import dev.stoker.image.ReferenceTransforms;
import dev.stoker.image.TransformRunner;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomRotation;
import dev.stoker.image.transform.TransformChain;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Every pixel transform against a plain implementation. */
class PixelTransformsTest {
    private static final Pixels COLOR = Pixels.smooth(40, 56, 3);
    private static final Pixels GRAY = Pixels.smooth(40, 56, 1);
    private static final Pixels NOISE = Pixels.noise(40, 56, 3, 1);

    private static double signed(SeededRandom random) {
        return 2 * random.nextDouble() - 1;
    }

    /** Positions are rounded to a 32nd of a pixel, which on slow waves is less than a level; edges mix with the fill. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void rotationIsAboutTheCenter(long seed) {
        double angle = Math.toRadians(45 * signed(new SeededRandom(new Seed(seed))));
        var matrix = new double[] {Math.cos(angle), -Math.sin(angle), Math.sin(angle), Math.cos(angle)};
        for (var source : new Pixels[] {COLOR, GRAY}) {
            var row = TransformRunner.run(TransformChain.of(new RandomRotation(45, 77)), source, seed);
            var expected = ReferenceTransforms.warp(source, matrix, 0, 0, 77);
            assertThat(row.largestDifference(expected)).isLessThan(5);
            assertThat(row.meanDifference(expected)).isLessThan(0.5);
        }
    }

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4})
    void anAffineTransformShearsRotatesScalesAndTranslates(long seed) {
        var random = new SeededRandom(new Seed(seed));
        double angle = Math.toRadians(20 * signed(random));
        double right = Math.rint(0.2 * 56 * signed(random));
        double down = Math.rint(0.2 * 40 * signed(random));
        double scale = 0.8 + 0.5 * random.nextDouble();
        double slant = Math.tan(Math.toRadians(15 * signed(random)));
        double cosine = scale * Math.cos(angle);
        double sine = scale * Math.sin(angle);
        var matrix = new double[] {cosine, cosine * slant - sine, sine, sine * slant + cosine};
        var row = TransformRunner.run(
                TransformChain.of(new RandomAffine(20, 0.2, new ParameterRange(0.8, 1.3), 15, 0)), COLOR, seed);
        var expected = ReferenceTransforms.warp(COLOR, matrix, right, down, 0);
        assertThat(row.largestDifference(expected)).isLessThan(8);
        assertThat(row.meanDifference(expected)).isLessThan(0.5);
    }

    @Test
    void anAffineTransformAtStrengthZeroChangesNothing() {
        var step = new RandomAffine(20, 0.2, new ParameterRange(0.8, 1.3), 15, 0).atStrength(0);
        assertThat(TransformRunner.run(TransformChain.of(step), NOISE, 1).largestDifference(NOISE))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4, 1, 1.7})
    void brightnessMultiplies(double factor) {
        var expected = ReferenceTransforms.blend(NOISE, ReferenceTransforms.constant(NOISE, 0), factor);
        assertThat(TransformRunner.apply(NOISE, (canvas, _) -> ColorAdjustments.brightness(canvas, factor))
                        .largestDifference(expected))
                .isLessThan(1.01);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4, 1, 1.7})
    void contrastMovesAwayFromTheMeanLuma(double factor) {
        double mean = 0;
        for (int i = 0; i < 40 * 56; i++) {
            mean += ReferenceTransforms.luma(NOISE, i / 56, i % 56) / (40 * 56);
        }
        var expected = ReferenceTransforms.blend(NOISE, ReferenceTransforms.constant(NOISE, mean), factor);
        assertThat(TransformRunner.apply(NOISE, (canvas, _) -> ColorAdjustments.contrast(canvas, factor))
                        .largestDifference(expected))
                .isLessThan(1.01);
    }

    @ParameterizedTest
    @ValueSource(doubles = {0, 0.4, 1, 1.7})
    void saturationMovesAwayFromGray(double factor) {
        var expected = ReferenceTransforms.blend(NOISE, ReferenceTransforms.gray(NOISE, 3), factor);
        assertThat(TransformRunner.apply(
                                NOISE, (canvas, workspace) -> ColorAdjustments.saturation(canvas, factor, workspace))
                        .largestDifference(expected))
                .isLessThan(1.01);
    }

    /** Hue, saturation and value are bytes in between, as in Pillow. */
    @ParameterizedTest
    @ValueSource(doubles = {-0.5, -0.1, 0.25, 0.5})
    void hueRotatesTheColorCircle(double share) {
        var row = TransformRunner.apply(NOISE, (canvas, workspace) -> ColorAdjustments.hue(canvas, share, workspace));
        assertThat(row.meanDifference(ReferenceTransforms.hue(NOISE, share))).isLessThan(2);
        assertThat(row.largestDifference(ReferenceTransforms.hue(NOISE, share))).isLessThan(10);
    }

    /** One property at a time, so that the order does not matter. */
    @Test
    void jitterSamplesEachPropertyFromItsRange() {
        for (long seed = 0; seed < 10; seed++) {
            var random = new SeededRandom(new Seed(seed));
            random.nextInt(24);
            double brightness = 1 + 0.4 * signed(random);
            double contrast = 1 + 0.4 * signed(random);
            double saturation = 1 + 0.4 * signed(random);
            compare(
                    new ColorJitter(0.4, 0, 0, 0),
                    (canvas, _) -> ColorAdjustments.brightness(canvas, brightness),
                    seed);
            compare(new ColorJitter(0, 0.4, 0, 0), (canvas, _) -> ColorAdjustments.contrast(canvas, contrast), seed);
            compare(
                    new ColorJitter(0, 0, 0.4, 0),
                    (canvas, workspace) -> ColorAdjustments.saturation(canvas, saturation, workspace),
                    seed);
        }
    }

    private static void compare(ColorJitter jitter, BiConsumer<MatImage, Workspace> operation, long seed) {
        assertThat(TransformRunner.run(TransformChain.of(jitter), NOISE, seed)
                        .largestDifference(TransformRunner.apply(NOISE, operation)))
                .isZero();
    }

    /** The same four changes in every order there is, each order by one number. */
    @Test
    void jitterUsesEveryOrder() {
        var adjustment = new ColorAdjustments.Adjustment(1.4, 1.8, 0.3, 0.3);
        var expected = new HashSet<Integer>();
        for (var order : orders(List.of(), List.of(0, 1, 2, 3))) {
            expected.add(hash(TransformRunner.apply(
                    NOISE,
                    (canvas, workspace) -> order.forEach(property -> {
                        switch (property) {
                            case 0 -> ColorAdjustments.brightness(canvas, 1.4);
                            case 1 -> ColorAdjustments.contrast(canvas, 1.8);
                            case 2 -> ColorAdjustments.saturation(canvas, 0.3, workspace);
                            default -> ColorAdjustments.hue(canvas, 0.3, workspace);
                        }
                    }))));
        }
        var seen = new HashSet<Integer>();
        for (int order = 0; order < ColorAdjustments.ORDERS; order++) {
            int number = order;
            seen.add(hash(TransformRunner.apply(
                    NOISE, (canvas, workspace) -> ColorAdjustments.adjust(canvas, adjustment, number, workspace))));
        }
        assertThat(seen).isEqualTo(expected).hasSize(24);
    }

    private static List<List<Integer>> orders(List<Integer> start, List<Integer> rest) {
        var orders = new ArrayList<List<Integer>>();
        if (rest.isEmpty()) {
            orders.add(start);
        }
        for (var next : rest) {
            var longer = new ArrayList<>(start);
            longer.add(next);
            orders.addAll(orders(
                    longer, rest.stream().filter(each -> !each.equals(next)).toList()));
        }
        return orders;
    }

    private static int hash(Pixels pixels) {
        return Arrays.hashCode(pixels.values());
    }

    @Test
    void jitterLeavesTheColorOfGrayImagesAlone() {
        assertThat(TransformRunner.run(TransformChain.of(new ColorJitter(0, 0, 0.9, 0.5)), GRAY, 3)
                        .largestDifference(GRAY))
                .isZero();
    }

    @Test
    void grayscaleKeepsTheChannelsAndTakesTheColor() {
        var row = TransformRunner.run(TransformChain.of(new RandomGrayscale(1)), NOISE, 1);
        assertThat(row.largestDifference(ReferenceTransforms.gray(NOISE, 3))).isLessThan(1.01);
        assertThat(TransformRunner.run(TransformChain.of(new RandomGrayscale(0)), NOISE, 1)
                        .largestDifference(NOISE))
                .isZero();
        assertThat(TransformRunner.run(TransformChain.of(new RandomGrayscale(1)), GRAY, 1)
                        .largestDifference(GRAY))
                .isZero();
    }

    @ParameterizedTest
    @ValueSource(doubles = {0.5, 1.2, 2.5})
    void blurIsGaussian(double sigma) {
        var row =
                TransformRunner.run(TransformChain.of(new GaussianBlur(1, new ParameterRange(sigma, sigma))), NOISE, 1);
        var expected = ReferenceTransforms.blur(NOISE, sigma);
        assertThat(row.largestDifference(expected)).isLessThan(2.5);
        assertThat(row.meanDifference(expected)).isLessThan(0.6);
    }

    @Test
    void erasingFillsOneRectangleOfTheSampledSize() {
        var white = ReferenceTransforms.constant(COLOR, 255);
        double share = 0;
        for (long seed = 0; seed < 200; seed++) {
            var row = TransformRunner.run(TransformChain.of(new RandomErasing(1)), white, seed);
            share += rectangleOf(row, 0) / (40.0 * 56 * 200);
        }
        assertThat(share).isCloseTo(0.16, within(0.03));
        assertThat(TransformRunner.run(TransformChain.of(new RandomErasing(0)), white, 1)
                        .largestDifference(white))
                .isZero();
    }

    /** The number of pixels of a value, which must fill the rectangle around them. */
    private static int rectangleOf(Pixels row, int value) {
        int count = 0;
        int left = row.width();
        int right = -1;
        int top = row.height();
        int bottom = -1;
        for (int y = 0; y < row.height(); y++) {
            for (int x = 0; x < row.width(); x++) {
                if (row.at(y, x, 0) == value) {
                    count++;
                    left = Math.min(left, x);
                    right = Math.max(right, x);
                    top = Math.min(top, y);
                    bottom = Math.max(bottom, y);
                }
            }
        }
        assertThat(count).isEqualTo((right - left + 1) * (bottom - top + 1));
        return count;
    }

    @Test
    void cutoutFillsASquareThatTheEdgeMayCut() {
        var white = ReferenceTransforms.constant(COLOR, 255);
        int whole = 0;
        for (long seed = 0; seed < 200; seed++) {
            int filled = rectangleOf(TransformRunner.run(TransformChain.of(new Cutout(10, 9)), white, seed), 9);
            assertThat(filled).isBetween(25, 100);
            whole += filled == 100 ? 1 : 0;
        }
        assertThat(whole / 200.0).isCloseTo(31.0 / 40 * 47 / 56, within(0.1));
    }
}
