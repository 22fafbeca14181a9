package dev.stoker.image;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Draws;
import dev.stoker.core.PictureDemands;
import dev.stoker.core.PictureParameters;
import dev.stoker.core.Seed;
import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class DrawnRecipeTest {
    private static final int SIDE = 16;
    private static final Pixels NOISE = Pixels.noise(23, 31, 3, 4);
    private static final Map<String, Step> REFUSED = new TreeMap<>(Map.of(
            "RandAugment", new RandAugment(2, 9),
            "ResizeTo by CUBIC", new ResizeTo(SIDE, SIDE, Interpolation.CUBIC),
            "ResizeShorterSide by NEAREST", new ResizeShorterSide(SIDE, Interpolation.NEAREST)));

    private final MemorySegment parameters = Arena.ofAuto().allocate(PictureParameters.BYTES, 4);

    private static Recipe[] recipes() {
        var full = Recipe.of(
                new RandomResizedCrop(SIDE),
                new HorizontalFlip(0.5),
                new VerticalFlip(0.3),
                new Affine(20, 0.2, new Range(0.8, 1.2), 10, 7),
                new ColorJitter(0.4, 0.4, 0.4, 0.1),
                new Greyscale(0.2),
                new Blur(0.5, new Range(0.3, 2)),
                new RandomErasing(0.5));
        return new Recipe[] {
            full,
            full.atStrength(0),
            full.atStrength(0.3),
            Recipe.evaluate(SIDE),
            Recipe.of(
                    new ResizeTo(SIDE, SIDE, Interpolation.AREA),
                    new PaddedRandomCrop(SIDE, 3),
                    new Rotate(30, 0),
                    new Greyscale(0.5),
                    new ColorJitter(0.4, 0, 0.4, 0),
                    new Cutout(5, 9)),
        };
    }

    /** If a single number more or less were drawn, whatever comes behind in the same series would differ. */
    @ParameterizedTest
    @MethodSource("recipes")
    void asManyNumbersAreDrawnAsForPixels(Recipe recipe) {
        var target = new Shape(SIDE, SIDE, 3);
        var row = Arena.ofAuto().allocate(target.bytes());
        try (var scratch = Scratch.open()) {
            for (int seed = 0; seed < 300; seed++) {
                var pixels = new Draws(new Seed(seed));
                var numbers = new Draws(new Seed(seed));
                recipe.compile(target, Decoder.openCv()).run(NOISE.segment(), NOISE.shape(), row, pixels, scratch);
                recipe.drawn(target).draw(seed, NOISE.shape(), numbers, parameters);
                assertThat(numbers.nextLong()).as("seed %d", seed).isEqualTo(pixels.nextLong());
                assertThat(parameters.getAtIndex(ValueLayout.JAVA_INT, PictureParameters.SOURCE))
                        .isEqualTo(seed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void asManyNumbersAreDrawnAsForAMove(boolean mirror) {
        var shape = NOISE.shape();
        var moving = new ShiftAndFlip(shape, 4, Edge.REFLECT, mirror);
        var row = Arena.ofAuto().allocate(shape.bytes());
        for (int seed = 0; seed < 50; seed++) {
            var pixels = new Draws(new Seed(seed));
            var numbers = new Draws(new Seed(seed));
            moving.apply(NOISE.segment(), row, pixels);
            moving.draw(3, shape, numbers, parameters);
            assertThat(numbers.nextLong()).isEqualTo(pixels.nextLong());
        }
    }

    /** Painting behind a move draws what the same steps draw behind a frame. */
    @Test
    void paintingIsAddedToWhatIsSeen() {
        var shape = NOISE.shape();
        var painting = Recipe.of(new Rotate(10, 3), new ColorJitter(0.4, 0.4, 0.4, 0.1), new Cutout(4, 1));
        var added = Arena.ofAuto().allocate(PictureParameters.BYTES, 4);
        for (int seed = 0; seed < 50; seed++) {
            painting.drawn(shape).draw(9, shape, new Draws(new Seed(seed)), parameters);
            new ShiftAndFlip(shape, 0, false).draw(9, shape, new Draws(new Seed(99)), added);
            painting.drawn(shape).paint(new Draws(new Seed(seed)), added);
            var whole = parameters.toArray(ValueLayout.JAVA_INT);
            whole[PictureParameters.SAMPLING] |=
                    PictureParameters.BLACK; // what lies beyond, where nothing is seen of it
            assertThat(added.toArray(ValueLayout.JAVA_INT)).containsExactly(whole);
        }
    }

    @Test
    void demandsAreThoseOfTheSteps() {
        var target = new Shape(SIDE, SIDE, 3);
        var crop = Recipe.of(new PaddedRandomCrop(SIDE, 2));
        var jitter = crop.then(new ColorJitter(0.4, 0.4, 0, 0));
        assertThat(crop.drawn(target).demands()).isEqualTo(PictureDemands.NONE);
        assertThat(jitter.drawn(target).demands()).isEqualTo(new PictureDemands(true, false));
        assertThat(jitter.atStrength(0).drawn(target).demands()).isEqualTo(PictureDemands.NONE);
        assertThat(crop.then(new Blur(0.1, new Range(1, 1))).drawn(target).demands())
                .isEqualTo(new PictureDemands(false, true));
    }

    @Test
    void aStepThatOnePassCannotDoIsRefusedByName() {
        var target = new Shape(SIDE, SIDE, 3);
        REFUSED.forEach((name, step) -> assertThatThrownBy(
                        () -> Recipe.of(step).drawn(target).draw(0, NOISE.shape(), new Draws(new Seed(1)), parameters))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(name + " cannot be done in one pass on a device: ")
                .hasMessageEndingWith("; leave it out, or augment on the CPU"));
        refuses(target, "PaddedRandomCrop after Greyscale", new Greyscale(1), new PaddedRandomCrop(SIDE, 2));
        refuses(target, "Cutout after Cutout", new Cutout(3, 0), new Cutout(3, 0));
        refuses(target, "RandomErasing after Cutout", new Cutout(3, 0), new RandomErasing(0.5));
        refuses(target, "Rotate after Blur", new Blur(1, new Range(1, 1)), new Rotate(3, 0));
        refuses(target, "Affine after Rotate", new Rotate(3, 0), new Affine(3, 0, new Range(1, 1), 0, 0));
        refuses(target, "ColorJitter after Cutout", new Cutout(3, 0), new ColorJitter(1, 0, 0, 0));
        refuses(
                target,
                "a second Greyscale",
                new Greyscale(0.1),
                new ColorJitter(0.1, 0.1, 0.1, 0.1),
                new Greyscale(0.1));
        refuses(target, "ResizeTo behind a crop", new CenterCrop(40), new ResizeTo(SIDE, SIDE, Interpolation.LINEAR));
    }

    private static void refuses(Shape target, String name, Step... steps) {
        assertThatThrownBy(() -> Recipe.of(steps).drawn(target))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(name + " cannot be done in one pass on a device: ");
        assertThatCode(() -> Recipe.of(steps).compile(target, Decoder.openCv())).doesNotThrowAnyException();
    }

    @Test
    void picturesOfOtherChannelsAndSizesAreRefused() {
        var drawn = Recipe.of(new HorizontalFlip(0.5)).drawn(new Shape(23, 31, 1));
        assertThatThrownBy(() -> drawn.draw(0, NOISE.shape(), new Draws(new Seed(1)), parameters))
                .hasMessage("a picture of 23×31×3 cannot become 23×31×1: channels stay as they are");
        assertThatThrownBy(() -> drawn.draw(0, new Shape(23, 30, 1), new Draws(new Seed(1)), parameters))
                .hasMessageStartingWith("the recipe leaves it at 23×30 pixels, but rows hold 23×31");
    }
}
