package dev.stoker.image.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.EncodedImages;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.JpegCases;
import dev.stoker.image.Pixels;
import dev.stoker.image.ReferenceTransforms;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.TransformRunner;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.policy.AugmentationPolicy;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import dev.stoker.image.transform.OperationPolicy.AutoAugment;
import dev.stoker.image.transform.OperationPolicy.TrivialAugment;
import dev.stoker.image.transform.RandomFilter.RandomAdjustSharpness;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import dev.stoker.image.transform.RandomFilter.RandomPosterize;
import dev.stoker.image.transform.RandomFilter.RandomSolarize;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class TransformChainTest {
    private static final Shape ROW = new Shape(32, 32, 3);

    @Test
    void theEmptyChainCopiesImagesOfTheRightSize() {
        var pixels = Pixels.noise(32, 32, 3, 1);
        assertThat(TransformRunner.run(TransformChain.none(), pixels, ROW, 1).largestDifference(pixels))
                .isZero();
    }

    @Test
    void theEmptyChainRefusesImagesOfAnotherSize() {
        assertThatThrownBy(() -> TransformRunner.run(TransformChain.none(), Pixels.smooth(33, 32, 3), ROW, 1))
                .isInstanceOf(InvalidImageException.class)
                .hasMessage("the transforms leave it at 33×32 pixels, but rows hold 32×32; add a resize or a crop");
    }

    @Test
    void aChainThatCannotFitTheRowsIsRefusedWhenCompiled() {
        for (var step : new GeometricTransform[] {
            new CenterCrop(33), new RandomResizedCrop(33), new RandomCrop(33, 4), new Resize(33, 33, Interpolation.AREA)
        }) {
            var chain = TransformChain.of(step, new RandomHorizontalFlip(0.5), new RandomGrayscale(0.1));
            assertThatThrownBy(() -> chain.compile(ROW, ImageDecoder.openCv()))
                    .hasMessage("the transforms give images of 33×33, but rows are 32×32×3");
        }
        assertThatThrownBy(() -> TransformChain.none().compile(new Shape(8, 8, 4), ImageDecoder.openCv()))
                .hasMessage("rows have 1 or 3 channels, got 8×8×4");
    }

    @Test
    void grayAndColorPixelsFitEitherRow() {
        var color = Pixels.noise(32, 32, 3, 1);
        var gray = Pixels.noise(32, 32, 1, 1);
        assertThat(TransformRunner.run(TransformChain.none(), color, new Shape(32, 32, 1), 1)
                        .largestDifference(ReferenceTransforms.gray(color, 1)))
                .isLessThan(1.01);
        assertThat(TransformRunner.run(TransformChain.none(), gray, ROW, 1)
                        .largestDifference(ReferenceTransforms.gray(gray, 3)))
                .isLessThan(1e-9);
    }

    @Test
    void pixelsOnTheHeapAreTaken() {
        var bytes = new byte[ROW.bytes()];
        bytes[5] = 77;
        var row = Arena.ofAuto().allocate(ROW.bytes());
        try (var scratch = ScratchBuffers.open()) {
            TransformChain.none()
                    .compile(ROW, ImageDecoder.openCv())
                    .run(MemorySegment.ofArray(bytes), ROW, row, new SeededRandom(new Seed(1)), scratch);
        }
        assertThat(row.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes);
    }

    @Test
    void rowsOfAnotherSizeAreRefused() {
        var chain = TransformChain.none().compile(ROW, ImageDecoder.openCv());
        var pixels = Pixels.smooth(32, 32, 3).segment();
        try (var scratch = ScratchBuffers.open()) {
            assertThatThrownBy(() -> chain.run(
                            pixels, ROW, Arena.ofAuto().allocate(100), new SeededRandom(new Seed(1)), scratch))
                    .hasMessageContaining("a row of 32×32×3 takes 3072 bytes of native memory");
            assertThatThrownBy(
                            () -> chain.run(pixels, new Shape(5, 5, 3), pixels, new SeededRandom(new Seed(1)), scratch))
                    .hasMessageContaining("an image of 5×5×3 has 75 bytes, not 3072");
        }
    }

    /** A pixel transform between geometric ones needs pixels, so there are two stages. */
    @Test
    void aPixelTransformBeforeACropAppliesToTheWholeImage() {
        var pixels = Pixels.noise(50, 60, 3, 2);
        var chain = TransformChain.of(
                new RandomGrayscale(1),
                new CenterCrop(40),
                new RandomHorizontalFlip(1),
                new RandomGrayscale(1),
                new CenterCrop(32));
        var expected = ReferenceTransforms.crop(
                ReferenceTransforms.flip(ReferenceTransforms.crop(ReferenceTransforms.gray(pixels, 3), 10, 5, 40, 40)),
                4,
                4,
                32,
                32);
        assertThat(TransformRunner.run(chain, pixels, ROW, 1).largestDifference(expected))
                .isLessThan(1.01);
    }

    @Test
    void strengthScalesEveryTransform() {
        var chain = TransformChain.of(
                new RandomResizedCrop(32, new ParameterRange(0.2, 1)),
                new RandomCrop(32, 4),
                new RandomHorizontalFlip(0.5),
                new RandomVerticalFlip(0.4),
                new RandomRotation(30, 0),
                new RandomAffine(10, 0.1, new ParameterRange(0.25, 4), 8, 0),
                new ColorJitter(0.4, 0.4, 0.2, 0.1),
                new RandomGrayscale(0.2),
                new GaussianBlur(0.6, new ParameterRange(0.1, 2)),
                new RandomErasing(0.3),
                new Cutout(8, 0),
                new RandAugment(2, 9),
                new TrivialAugment(),
                new AutoAugment(AugmentationPolicy.CIFAR10),
                new AugMix(3),
                new RandomPerspective(0.4, 0.5, 0),
                new RandomSolarize(0.4, 128),
                new RandomPosterize(0.4, 4),
                new RandomAdjustSharpness(0.4, 2));
        assertThat(chain.atStrength(0.5))
                .isEqualTo(TransformChain.of(
                        new RandomResizedCrop(
                                32,
                                32,
                                new ParameterRange(0.6, 1),
                                new ParameterRange(Math.sqrt(0.75), StrictMath.pow(4.0 / 3, 0.5)),
                                Interpolation.LINEAR),
                        new RandomCrop(32, 2),
                        new RandomHorizontalFlip(0.25),
                        new RandomVerticalFlip(0.2),
                        new RandomRotation(15, 0),
                        new RandomAffine(5, 0.05, new ParameterRange(0.5, 2), 4, 0),
                        new ColorJitter(0.2, 0.2, 0.1, 0.05),
                        new RandomGrayscale(0.1),
                        new GaussianBlur(0.3, new ParameterRange(0.1, 2)),
                        new RandomErasing(0.15),
                        new Cutout(4, 0),
                        new RandAugment(2, 4.5),
                        new TrivialAugment(0.5),
                        new AutoAugment(AugmentationPolicy.CIFAR10, 0.5),
                        new AugMix(3, 3, 3, 0.5),
                        new RandomPerspective(0.2, 0.5, 0),
                        new RandomSolarize(0.2, 128),
                        new RandomPosterize(0.2, 4),
                        new RandomAdjustSharpness(0.2, 2)));
        assertThat(chain.atStrength(1)).isEqualTo(chain);
        assertThatThrownBy(() -> chain.atStrength(1.1)).hasMessage("strength must be between 0 and 1, got 1.1");
    }

    @Test
    void aChainAtStrengthZeroIsNotRandom() {
        var chain = TransformChain.of(
                new RandomCrop(32, 4),
                new RandomHorizontalFlip(0.5),
                new RandomVerticalFlip(0.5),
                new RandomRotation(30, 0),
                new ColorJitter(0.4, 0.4, 0.4, 0.1),
                new RandomGrayscale(0.5),
                new GaussianBlur(0.5, new ParameterRange(0.1, 2)),
                new RandomErasing(0.5),
                new Cutout(8, 0),
                new RandAugment(2, 9),
                new TrivialAugment(),
                new AutoAugment(AugmentationPolicy.CIFAR10),
                new AugMix(3),
                new RandomPerspective(1, 0.5, 0),
                new RandomSolarize(1, 128),
                new RandomPosterize(1, 4),
                new RandomAdjustSharpness(1, 2));
        var pixels = Pixels.noise(32, 32, 3, 3);
        for (long seed = 0; seed < 20; seed++) {
            assertThat(TransformRunner.run(chain.atStrength(0), pixels, ROW, seed)
                            .largestDifference(pixels))
                    .isZero();
        }
    }

    @Test
    void theReadyMadeChainsAreTheCommonOnes() {
        assertThat(TransformChain.train(224))
                .isEqualTo(TransformChain.of(
                        new RandomResizedCrop(
                                224,
                                224,
                                new ParameterRange(0.08, 1),
                                new ParameterRange(3.0 / 4, 4.0 / 3),
                                Interpolation.LINEAR),
                        new RandomHorizontalFlip(0.5)));
        assertThat(TransformChain.evaluate(224))
                .isEqualTo(TransformChain.of(new ResizeShorterSide(256, Interpolation.AREA), new CenterCrop(224)));
        assertThat(TransformChain.none().then(new RandomHorizontalFlip(1)))
                .isEqualTo(TransformChain.of(new RandomHorizontalFlip(1)));
    }

    /** Downscaled decoding must be no further from the mean over the area than a linear resize of the full image. */
    @Test
    void downscaledDecodingKeepsTheQuality() {
        var pixels = Pixels.of(
                480,
                640,
                3,
                (y, x, channel) ->
                        Math.rint(128 + 60 * Math.sin(x / 7.0 + channel) + 50 * Math.cos(y / 9.0 + x / 31.0)));
        var jpeg = EncodedImages.jpeg(pixels);
        var chain = TransformChain.of(new Resize(96, 128, Interpolation.LINEAR));
        var shape = new Shape(96, 128, 3);
        var ideal = ReferenceTransforms.resizeArea(pixels, 96, 128);
        var reduced = TransformRunner.run(chain, jpeg, shape, 1);
        var full =
                TransformRunner.run(chain, jpeg, shape, 1, ImageDecoder.openCv().atFullSize());
        assertThat(reduced.meanDifference(ideal)).isLessThan(full.meanDifference(ideal) + 0.1);
        assertThat(reduced.meanDifference(ideal)).isLessThan(3);
        assertThat(reduced.largestDifference(full)).isNotZero();
    }

    @Test
    void theOrientationOfAJpegIsAppliedBeforeTheTransforms() {
        var pixels = Pixels.smooth(64, 48, 3);
        var jpeg = JpegCases.oriented(EncodedImages.jpeg(ReferenceTransforms.transpose(pixels)), 5, true);
        var row = TransformRunner.run(TransformChain.of(new CenterCrop(60, 44)), jpeg, new Shape(60, 44, 3), 1);
        assertThat(row.meanDifference(ReferenceTransforms.crop(pixels, 2, 2, 44, 60)))
                .isLessThan(2);
    }
}
