package dev.stoker.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Draws;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import org.junit.jupiter.api.Test;

class RecipeTest {
    private static final Shape ROW = new Shape(32, 32, 3);

    @Test
    void noRecipeCopiesPicturesOfTheRightSize() {
        var pixels = Pixels.noise(32, 32, 3, 1);
        assertThat(Rows.run(Recipe.none(), pixels, ROW, 1).largestDifference(pixels))
                .isZero();
    }

    @Test
    void noRecipeRefusesPicturesOfAnotherSize() {
        assertThatThrownBy(() -> Rows.run(Recipe.none(), Pixels.smooth(33, 32, 3), ROW, 1))
                .isInstanceOf(BadPictureException.class)
                .hasMessage("the recipe leaves it at 33×32 pixels, but rows hold 32×32; add a resize or a crop");
    }

    @Test
    void aRecipeThatCannotFitTheRowsIsRefusedWhenCompiled() {
        for (var step : new FramingStep[] {
            new CenterCrop(33),
            new RandomResizedCrop(33),
            new PaddedRandomCrop(33, 4),
            new ResizeTo(33, 33, Interpolation.AREA)
        }) {
            var recipe = Recipe.of(step, new HorizontalFlip(0.5), new Greyscale(0.1));
            assertThatThrownBy(() -> recipe.compile(ROW, Decoder.openCv()))
                    .hasMessage("the recipe makes pictures of 33×33, but rows are 32×32×3");
        }
        assertThatThrownBy(() -> Recipe.none().compile(new Shape(8, 8, 4), Decoder.openCv()))
                .hasMessage("rows have 1 or 3 channels, got 8×8×4");
    }

    @Test
    void greyAndColourPixelsFitEitherRow() {
        var colour = Pixels.noise(32, 32, 3, 1);
        var grey = Pixels.noise(32, 32, 1, 1);
        assertThat(Rows.run(Recipe.none(), colour, new Shape(32, 32, 1), 1).largestDifference(Slowly.grey(colour, 1)))
                .isLessThan(1.01);
        assertThat(Rows.run(Recipe.none(), grey, ROW, 1).largestDifference(Slowly.grey(grey, 3)))
                .isLessThan(1e-9);
    }

    @Test
    void pixelsOnTheHeapAreTaken() {
        var bytes = new byte[ROW.bytes()];
        bytes[5] = 77;
        var row = Arena.ofAuto().allocate(ROW.bytes());
        try (var scratch = Scratch.open()) {
            Recipe.none()
                    .compile(ROW, Decoder.openCv())
                    .run(MemorySegment.ofArray(bytes), ROW, row, new Draws(new Seed(1)), scratch);
        }
        assertThat(row.toArray(ValueLayout.JAVA_BYTE)).isEqualTo(bytes);
    }

    @Test
    void rowsOfAnotherSizeAreRefused() {
        var recipe = Recipe.none().compile(ROW, Decoder.openCv());
        var pixels = Pixels.smooth(32, 32, 3).segment();
        try (var scratch = Scratch.open()) {
            assertThatThrownBy(() ->
                            recipe.run(pixels, ROW, Arena.ofAuto().allocate(100), new Draws(new Seed(1)), scratch))
                    .hasMessageContaining("a row of 32×32×3 takes 3072 bytes of native memory");
            assertThatThrownBy(() -> recipe.run(pixels, new Shape(5, 5, 3), pixels, new Draws(new Seed(1)), scratch))
                    .hasMessageContaining("a picture of 5×5×3 has 75 bytes, not 3072");
        }
    }

    /** A painting step between framing steps needs pixels, so they are made there. */
    @Test
    void paintingBeforeFramingPaintsTheWholePicture() {
        var pixels = Pixels.noise(50, 60, 3, 2);
        var recipe = Recipe.of(
                new Greyscale(1), new CenterCrop(40), new HorizontalFlip(1), new Greyscale(1), new CenterCrop(32));
        var expected = Slowly.crop(Slowly.mirror(Slowly.crop(Slowly.grey(pixels, 3), 10, 5, 40, 40)), 4, 4, 32, 32);
        assertThat(Rows.run(recipe, pixels, ROW, 1).largestDifference(expected)).isLessThan(1.01);
    }

    @Test
    void strengthScalesEveryStep() {
        var recipe = Recipe.of(
                new RandomResizedCrop(32, new Range(0.2, 1)),
                new PaddedRandomCrop(32, 4),
                new HorizontalFlip(0.5),
                new VerticalFlip(0.4),
                new Rotate(30, 0),
                new Affine(10, 0.1, new Range(0.25, 4), 8, 0),
                new ColorJitter(0.4, 0.4, 0.2, 0.1),
                new Greyscale(0.2),
                new Blur(0.6, new Range(0.1, 2)),
                new RandomErasing(0.3),
                new Cutout(8, 0),
                new RandAugment(2, 9));
        assertThat(recipe.atStrength(0.5))
                .isEqualTo(Recipe.of(
                        new RandomResizedCrop(
                                32,
                                32,
                                new Range(0.6, 1),
                                new Range(Math.sqrt(0.75), StrictMath.pow(4.0 / 3, 0.5)),
                                Interpolation.LINEAR),
                        new PaddedRandomCrop(32, 2),
                        new HorizontalFlip(0.25),
                        new VerticalFlip(0.2),
                        new Rotate(15, 0),
                        new Affine(5, 0.05, new Range(0.5, 2), 4, 0),
                        new ColorJitter(0.2, 0.2, 0.1, 0.05),
                        new Greyscale(0.1),
                        new Blur(0.3, new Range(0.1, 2)),
                        new RandomErasing(0.15),
                        new Cutout(4, 0),
                        new RandAugment(2, 4.5)));
        assertThat(recipe.atStrength(1)).isEqualTo(recipe);
        assertThatThrownBy(() -> recipe.atStrength(1.1)).hasMessage("strength must be between 0 and 1, got 1.1");
    }

    @Test
    void aRecipeWithoutStrengthDoesNothingRandom() {
        var recipe = Recipe.of(
                new PaddedRandomCrop(32, 4),
                new HorizontalFlip(0.5),
                new VerticalFlip(0.5),
                new Rotate(30, 0),
                new ColorJitter(0.4, 0.4, 0.4, 0.1),
                new Greyscale(0.5),
                new Blur(0.5, new Range(0.1, 2)),
                new RandomErasing(0.5),
                new Cutout(8, 0),
                new RandAugment(2, 9));
        var pixels = Pixels.noise(32, 32, 3, 3);
        for (long seed = 0; seed < 20; seed++) {
            assertThat(Rows.run(recipe.atStrength(0), pixels, ROW, seed).largestDifference(pixels))
                    .isZero();
        }
    }

    @Test
    void theReadyMadeRecipesAreTheUsualOnes() {
        assertThat(Recipe.train(224))
                .isEqualTo(Recipe.of(
                        new RandomResizedCrop(
                                224, 224, new Range(0.08, 1), new Range(3.0 / 4, 4.0 / 3), Interpolation.LINEAR),
                        new HorizontalFlip(0.5)));
        assertThat(Recipe.evaluate(224))
                .isEqualTo(Recipe.of(new ResizeShorterSide(256, Interpolation.AREA), new CenterCrop(224)));
        assertThat(Recipe.none().then(new HorizontalFlip(1))).isEqualTo(Recipe.of(new HorizontalFlip(1)));
    }

    /** Reduced decoding must be no further from the mean over the area than a linear resize of the full picture. */
    @Test
    void reducedDecodingDoesNotHarm() {
        var pixels = Pixels.of(
                480,
                640,
                3,
                (y, x, channel) ->
                        Math.rint(128 + 60 * Math.sin(x / 7.0 + channel) + 50 * Math.cos(y / 9.0 + x / 31.0)));
        var jpeg = Encoded.jpeg(pixels);
        var recipe = Recipe.of(new ResizeTo(96, 128, Interpolation.LINEAR));
        var shape = new Shape(96, 128, 3);
        var ideal = Slowly.resizeArea(pixels, 96, 128);
        var reduced = Rows.run(recipe, jpeg, shape, 1);
        var full = Rows.run(recipe, jpeg, shape, 1, Decoder.openCv().atFullSize());
        assertThat(reduced.meanDifference(ideal)).isLessThan(full.meanDifference(ideal) + 0.1);
        assertThat(reduced.meanDifference(ideal)).isLessThan(3);
        assertThat(reduced.largestDifference(full)).isNotZero();
    }

    @Test
    void theOrientationOfAJpegIsAppliedBeforeTheRecipe() {
        var pixels = Pixels.smooth(64, 48, 3);
        var jpeg = JpegCases.oriented(Encoded.jpeg(Slowly.transpose(pixels)), 5, true);
        var row = Rows.run(Recipe.of(new CenterCrop(60, 44)), jpeg, new Shape(60, 44, 3), 1);
        assertThat(row.meanDifference(Slowly.crop(pixels, 2, 2, 44, 60))).isLessThan(2);
    }
}
