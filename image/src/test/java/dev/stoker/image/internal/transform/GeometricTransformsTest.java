package dev.stoker.image.internal.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.MemoryTracker;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.Pixels;
import dev.stoker.image.ReferenceTransforms;
import dev.stoker.image.TransformRunner;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandomCrop;
import dev.stoker.image.transform.RandomHorizontalFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.RandomVerticalFlip;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.ResizeToCover;
import dev.stoker.image.transform.TransformChain;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Crops, resizes and flips against plain implementations, one after the other. */
class GeometricTransformsTest {
    /** OpenCV resizes bytes in fixed point. */
    private static final double ONE_LEVEL = 1.01;

    @ParameterizedTest
    @CsvSource({"40, 60, 1", "40, 60, 3", "17, 91, 3", "224, 150, 3"})
    void aLinearResizeIsLinear(int height, int width, int channels) {
        var source = Pixels.noise(50, 70, channels, 1);
        var row = TransformRunner.run(
                TransformChain.of(new Resize(height, width, Interpolation.LINEAR)),
                source,
                new Shape(height, width, channels),
                1);
        assertThat(row.largestDifference(ReferenceTransforms.resizeLinear(source, height, width)))
                .isLessThan(ONE_LEVEL);
    }

    @ParameterizedTest
    @CsvSource({"25, 35", "20, 30", "13, 17", "10, 7"})
    void anAreaResizeIsTheMeanOfTheArea(int height, int width) {
        var source = Pixels.noise(50, 70, 3, 2);
        var row = TransformRunner.run(
                TransformChain.of(new Resize(height, width, Interpolation.AREA)),
                source,
                new Shape(height, width, 3),
                1);
        assertThat(row.largestDifference(ReferenceTransforms.resizeArea(source, height, width)))
                .isLessThan(ONE_LEVEL);
    }

    @Test
    void theShorterSideDecides() {
        var source = Pixels.smooth(50, 75, 3);
        var chain = TransformChain.of(new ResizeShorterSide(30, Interpolation.LINEAR));
        assertThat(TransformRunner.run(chain, source, new Shape(30, 45, 3), 1)
                        .largestDifference(ReferenceTransforms.resizeLinear(source, 30, 45)))
                .isLessThan(ONE_LEVEL);
        var high = ReferenceTransforms.transpose(source);
        assertThat(TransformRunner.run(chain, high, new Shape(45, 30, 3), 1)
                        .largestDifference(ReferenceTransforms.resizeLinear(high, 45, 30)))
                .isLessThan(ONE_LEVEL);
    }

    /** One side has the size that is asked for, the other at least that. */
    @ParameterizedTest
    @CsvSource({"20, 45, 30, 45", "30, 40, 30, 45", "28, 45, 30, 45", "60, 60, 60, 90"})
    void anImageIsResizedToCoverASize(int height, int width, int resizedHeight, int resizedWidth) {
        var source = Pixels.smooth(50, 75, 3);
        var chain = TransformChain.of(new ResizeToCover(height, width, Interpolation.LINEAR));
        assertThat(TransformRunner.run(chain, source, new Shape(resizedHeight, resizedWidth, 3), 1)
                        .largestDifference(ReferenceTransforms.resizeLinear(source, resizedHeight, resizedWidth)))
                .isLessThan(ONE_LEVEL);
    }

    @Test
    void anImageTooNarrowToResizeIsRefused() {
        assertThatThrownBy(() -> TransformRunner.run(
                        TransformChain.of(new ResizeShorterSide(224, Interpolation.LINEAR), new CenterCrop(224)),
                        Pixels.smooth(1, 9000, 1),
                        new Shape(224, 224, 1),
                        1))
                .hasMessage("an image of 1×9000 is too narrow: with 224 pixels across it would be 2,016,000 long");
    }

    @ParameterizedTest
    @CsvSource({"20, 30", "50, 70", "64, 40", "64, 96"})
    void theCenterCropIsTheCenterOrTheImagePaddedWithBlack(int height, int width) {
        var source = Pixels.noise(50, 70, 3, 3);
        var row = TransformRunner.run(
                TransformChain.of(new CenterCrop(height, width)), source, new Shape(height, width, 3), 1);
        assertThat(row.largestDifference(
                        ReferenceTransforms.crop(source, (70 - width) / 2, (50 - height) / 2, width, height)))
                .isZero();
    }

    @Test
    void flipsFlip() {
        var source = Pixels.noise(9, 14, 3, 4);
        assertThat(TransformRunner.run(TransformChain.of(new RandomHorizontalFlip(1)), source, 1)
                        .largestDifference(ReferenceTransforms.flip(source)))
                .isZero();
        assertThat(TransformRunner.run(TransformChain.of(new RandomVerticalFlip(1)), source, 1)
                        .largestDifference(ReferenceTransforms.flipVertically(source)))
                .isZero();
        assertThat(TransformRunner.run(
                                TransformChain.of(new RandomHorizontalFlip(1), new RandomVerticalFlip(1)), source, 1)
                        .largestDifference(ReferenceTransforms.flipVertically(ReferenceTransforms.flip(source))))
                .isZero();
        assertThat(TransformRunner.run(TransformChain.of(new RandomHorizontalFlip(0)), source, 1)
                        .largestDifference(source))
                .isZero();
    }

    @Test
    void halfOfTheImagesAreFlipped() {
        var source = Pixels.noise(2, 3, 1, 5);
        int flippedHorizontally = 0;
        for (int seed = 0; seed < 1000; seed++) {
            var row = TransformRunner.run(TransformChain.of(new RandomHorizontalFlip(0.5)), source, seed);
            flippedHorizontally += row.largestDifference(source) == 0 ? 0 : 1;
        }
        assertThat(flippedHorizontally).isBetween(440, 560);
    }

    /** The same set of outcomes as RandomCropAndFlip, whose test enumerates them. */
    @Test
    void thePaddedCropMovesTheImageOverBlack() {
        var source = Pixels.noise(5, 4, 3, 6);
        var expected = new HashSet<List<Double>>();
        for (int down = -2; down <= 2; down++) {
            for (int right = -2; right <= 2; right++) {
                expected.add(list(ReferenceTransforms.crop(source, right, down, 4, 5)));
            }
        }
        var seen = new HashSet<List<Double>>();
        for (int seed = 0; seed < 600; seed++) {
            seen.add(list(TransformRunner.run(TransformChain.of(new RandomCrop(5, 4, 2)), source, seed)));
        }
        assertThat(seen).isEqualTo(expected);
    }

    private static List<Double> list(Pixels pixels) {
        var list = new ArrayList<Double>();
        for (double value : pixels.values()) {
            list.add(value);
        }
        return list;
    }

    @Test
    void anImageSmallerThanThePaddedCropIsRefused() {
        assertThatThrownBy(() -> TransformRunner.run(
                        TransformChain.of(new RandomCrop(32, 2)), Pixels.smooth(27, 40, 3), new Shape(32, 32, 3), 1))
                .isInstanceOf(InvalidImageException.class)
                .hasMessageContaining("an image of 27×40 with 2 pixels of padding is smaller than the crop of 32×32");
    }

    /** Any series of crops and flips, merged, gives the same pixels as one by one. */
    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void aSeriesOfCropsAndFlipsIsExact(long seed) {
        var random = new SplittableRandom(seed);
        for (int round = 0; round < 40; round++) {
            var expected = Pixels.noise(20 + random.nextInt(20), 20 + random.nextInt(20), 3, seed + round);
            var source = expected;
            var view = CropAndResize.whole(source.width(), source.height());
            for (int i = 0; i < 5; i++) {
                switch (random.nextInt(3)) {
                    case 0 -> {
                        view = view.flippedHorizontally();
                        expected = ReferenceTransforms.flip(expected);
                    }
                    case 1 -> {
                        view = view.flippedVertically();
                        expected = ReferenceTransforms.flipVertically(expected);
                    }
                    default -> {
                        int width = 1 + random.nextInt(expected.width() + 6);
                        int height = 1 + random.nextInt(expected.height() + 6);
                        int left = random.nextInt(-5, expected.width());
                        int top = random.nextInt(-5, expected.height());
                        view = view.cropped(left, top, width, height);
                        expected = ReferenceTransforms.crop(expected, left, top, width, height);
                    }
                }
            }
            assertThat(rendered(view, source).largestDifference(expected)).isZero();
        }
    }

    private static Pixels rendered(CropAndResize view, Pixels source) {
        try (var workspace = Workspace.open(MemoryTracker.UNLIMITED)) {
            var segment = source.segment();
            var target = workspace.intermediate.sized(view.height(), view.width(), source.channels());
            ImageResampler.render(
                    view, workspace.pixels(segment, source.shape(), source.channels()), target, workspace);
            return Pixels.of(target);
        }
    }

    /** Downscaling rounds the crop to whole source pixels: on slow waves that is invisible. */
    @Test
    void theEvaluationCropIsTheCenterOfTheResizedImage() {
        for (var source : new Pixels[] {Pixels.smooth(375, 500, 3), Pixels.smooth(500, 333, 3)}) {
            boolean wide = source.width() > source.height();
            int longer = 256 * Math.max(source.width(), source.height()) / Math.min(source.width(), source.height());
            var resized = ReferenceTransforms.resizeArea(source, wide ? 256 : longer, wide ? longer : 256);
            var expected = ReferenceTransforms.crop(
                    resized,
                    (int) Math.rint((resized.width() - 224) / 2.0),
                    (int) Math.rint((resized.height() - 224) / 2.0),
                    224,
                    224);
            var row = TransformRunner.run(TransformChain.evaluate(224), source, new Shape(224, 224, 3), 1);
            assertThat(row.largestDifference(expected)).isLessThan(2);
            assertThat(row.meanDifference(expected)).isLessThan(0.5);
        }
    }

    /** Upscaling does not round: 28 pixels upscaled to 256 and cropped to 224 start at 1.75 pixels. */
    @Test
    void aCropOfAnUpscaledImageStartsBetweenPixels() {
        var source = Pixels.smooth(28, 28, 1);
        var expected = ReferenceTransforms.crop(ReferenceTransforms.resizeLinear(source, 256, 256), 16, 16, 224, 224);
        var row = TransformRunner.run(TransformChain.evaluate(224), source, new Shape(224, 224, 1), 1);
        assertThat(row.largestDifference(expected)).isLessThan(1.5);
    }

    /** A resize after padding with black must include the black. */
    @Test
    void aResizeAfterAPaddedCropResizesTheBlackToo() {
        var source = Pixels.smooth(20, 20, 3);
        var expected = ReferenceTransforms.resizeLinear(ReferenceTransforms.crop(source, -10, -10, 40, 40), 30, 30);
        var chain = TransformChain.of(new CenterCrop(40), new Resize(30, 30, Interpolation.LINEAR));
        assertThat(TransformRunner.run(chain, source, new Shape(30, 30, 3), 1).largestDifference(expected))
                .isLessThan(ONE_LEVEL);
    }

    @Test
    void aRandomCropIsResizedToTheTarget() {
        var source = Pixels.noise(60, 80, 3, 9);
        var crop = new RandomResizedCrop(32, new ParameterRange(0.3, 0.9));
        for (int seed = 0; seed < 20; seed++) {
            var view = GeometricTransforms.apply(crop, CropAndResize.whole(80, 60), new SeededRandom(new Seed(seed)));
            var part = ReferenceTransforms.crop(
                    source,
                    (int) view.across().from(),
                    (int) view.down().from(),
                    (int) Math.rint(view.across().length()),
                    (int) Math.rint(view.down().length()));
            assertThat(TransformRunner.run(TransformChain.of(crop), source, new Shape(32, 32, 3), seed)
                            .largestDifference(ReferenceTransforms.resizeLinear(part, 32, 32)))
                    .isLessThan(ONE_LEVEL);
        }
    }
}
