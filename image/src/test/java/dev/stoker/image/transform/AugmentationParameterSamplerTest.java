package dev.stoker.image.transform;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.Pixels;
import dev.stoker.image.ScratchBuffers;
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
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AugmentationParameterSamplerTest {
    private static final int SIDE = 16;
    private static final Pixels NOISE = Pixels.noise(23, 31, 3, 4);
    private static final Map<String, Transform> REFUSED = new TreeMap<>(Map.of(
            "RandAugment", new RandAugment(15, 9),
            "AugMix", new AugMix(3, 4, 3, 1),
            "Resize by CUBIC", new Resize(SIDE, SIDE, Interpolation.CUBIC),
            "ResizeShorterSide by NEAREST", new ResizeShorterSide(SIDE, Interpolation.NEAREST)));

    private final MemorySegment parameters = Arena.ofAuto().allocate(AugmentationParameters.BYTES, 4);

    private static TransformChain[] chains() {
        var full = TransformChain.of(
                new RandomResizedCrop(SIDE),
                new RandomHorizontalFlip(0.5),
                new RandomVerticalFlip(0.3),
                new RandomAffine(20, 0.2, new ParameterRange(0.8, 1.2), 10, 7),
                new ColorJitter(0.4, 0.4, 0.4, 0.1),
                new RandomGrayscale(0.2),
                new GaussianBlur(0.5, new ParameterRange(0.3, 2)),
                new RandomErasing(0.5));
        return new TransformChain[] {
            full,
            full.atStrength(0),
            full.atStrength(0.3),
            TransformChain.evaluate(SIDE),
            TransformChain.of(
                    new Resize(SIDE, SIDE, Interpolation.AREA),
                    new RandomCrop(SIDE, 3),
                    new RandomRotation(30, 0),
                    new RandomGrayscale(0.5),
                    new ColorJitter(0.4, 0, 0.4, 0),
                    new Cutout(5, 9)),
            operations(new RandAugment(3, 9)),
            operations(new TrivialAugment()),
            operations(new AutoAugment(AugmentationPolicy.IMAGENET)),
            operations(new AutoAugment(AugmentationPolicy.CIFAR10)).atStrength(0.5),
            operations(new TrivialAugment()).atStrength(0),
            TransformChain.of(new Resize(SIDE, SIDE, Interpolation.AREA), new AugMix(3), new RandomPosterize(0.5, 4)),
        };
    }

    private static TransformChain operations(Transform policy) {
        return TransformChain.of(
                new Resize(SIDE, SIDE, Interpolation.AREA),
                new RandomRotation(10, 0),
                new RandomPerspective(0.5, 0.5, 7),
                policy,
                new ColorJitter(0.4, 0.4, 0.4, 0.1),
                new RandomGrayscale(0.2),
                new RandomSolarize(0.5, 128),
                new RandomPosterize(0.5, 4),
                new RandomAdjustSharpness(0.5, 2),
                new GaussianBlur(0.5, new ParameterRange(0.3, 2)));
    }

    /** If one random number more or less were taken, every later one of the same sequence would differ. */
    @ParameterizedTest
    @MethodSource("chains")
    void theSamplerTakesAsManyRandomNumbersAsTheCompiledChain(TransformChain chain) {
        var target = new Shape(SIDE, SIDE, 3);
        var row = Arena.ofAuto().allocate(target.bytes());
        try (var scratch = ScratchBuffers.open()) {
            for (int seed = 0; seed < 300; seed++) {
                var pixels = new SeededRandom(new Seed(seed));
                var numbers = new SeededRandom(new Seed(seed));
                chain.compile(target, ImageDecoder.openCv()).run(NOISE.segment(), NOISE.shape(), row, pixels, scratch);
                chain.sampler(target).sample(seed, NOISE.shape(), numbers, parameters);
                assertThat(numbers.nextLong()).as("seed %d", seed).isEqualTo(pixels.nextLong());
                assertThat(parameters.getAtIndex(ValueLayout.JAVA_INT, AugmentationParameters.SOURCE))
                        .isEqualTo(seed);
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {false, true})
    void theSamplerTakesAsManyRandomNumbersAsACropAndFlip(boolean flip) {
        var shape = NOISE.shape();
        var moving = new RandomCropAndFlip(shape, 4, PaddingMode.REFLECT, flip);
        var row = Arena.ofAuto().allocate(shape.bytes());
        for (int seed = 0; seed < 50; seed++) {
            var pixels = new SeededRandom(new Seed(seed));
            var numbers = new SeededRandom(new Seed(seed));
            moving.apply(NOISE.segment(), row, pixels);
            moving.sample(3, shape, numbers, parameters);
            assertThat(numbers.nextLong()).isEqualTo(pixels.nextLong());
        }
    }

    /** Pixel transforms after a crop and flip sample what they sample after geometric transforms. */
    @Test
    void pixelTransformsAreAddedToACrop() {
        var shape = NOISE.shape();
        var pixelTransforms =
                TransformChain.of(new RandomRotation(10, 3), new ColorJitter(0.4, 0.4, 0.4, 0.1), new Cutout(4, 1));
        var added = Arena.ofAuto().allocate(AugmentationParameters.BYTES, 4);
        for (int seed = 0; seed < 50; seed++) {
            pixelTransforms.sampler(shape).sample(9, shape, new SeededRandom(new Seed(seed)), parameters);
            new RandomCropAndFlip(shape, 0, false).sample(9, shape, new SeededRandom(new Seed(99)), added);
            pixelTransforms.sampler(shape).addPixelTransforms(new SeededRandom(new Seed(seed)), added);
            var whole = parameters.toArray(ValueLayout.JAVA_INT);
            whole[AugmentationParameters.SAMPLING] |=
                    AugmentationParameters.BLACK; // the padding mode, where nothing of it is visible
            assertThat(added.toArray(ValueLayout.JAVA_INT)).containsExactly(whole);
        }
    }

    @Test
    void requirementsAreThoseOfTheTransforms() {
        var target = new Shape(SIDE, SIDE, 3);
        var crop = TransformChain.of(new RandomCrop(SIDE, 2));
        var jitter = crop.then(new ColorJitter(0.4, 0.4, 0, 0));
        assertThat(crop.sampler(target).requirements()).isEqualTo(AugmentationRequirements.NONE);
        assertThat(jitter.sampler(target).requirements()).isEqualTo(new AugmentationRequirements(true, false));
        assertThat(jitter.atStrength(0).sampler(target).requirements()).isEqualTo(AugmentationRequirements.NONE);
        assertThat(crop.then(new GaussianBlur(0.1, new ParameterRange(1, 1)))
                        .sampler(target)
                        .requirements())
                .isEqualTo(new AugmentationRequirements(false, true));
    }

    /** Next to operations, colors are operations, too, and need no mean in the first pass. */
    @Test
    void requirementsCountTheMostOperations() {
        var target = new Shape(SIDE, SIDE, 3);
        var crop = TransformChain.of(new RandomCrop(SIDE, 2));
        assertThat(operations(new RandAugment(3, 9)).sampler(target).requirements())
                .isEqualTo(new AugmentationRequirements(false, true, 12, false));
        assertThat(crop.then(new AutoAugment(AugmentationPolicy.IMAGENET), new ColorJitter(0, 0.3, 0, 0))
                        .sampler(target)
                        .requirements())
                .isEqualTo(new AugmentationRequirements(false, false, 3, false));
        assertThat(crop.then(new AugMix(3)).sampler(target).requirements())
                .isEqualTo(new AugmentationRequirements(false, false, 13, true));
        assertThat(crop.then(new AugMix(3)).atStrength(0).sampler(target).requirements())
                .isEqualTo(AugmentationRequirements.NONE);
    }

    @Test
    void aTransformThatParametersCannotExpressIsRefusedByName() {
        var target = new Shape(SIDE, SIDE, 3);
        REFUSED.forEach((name, transform) -> assertThatThrownBy(() -> TransformChain.of(transform)
                        .sampler(target)
                        .sample(0, NOISE.shape(), new SeededRandom(new Seed(1)), parameters))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(name + " cannot be done on a device: ")
                .hasMessageEndingWith("; remove it, or augment on the CPU"));
        refuses(target, "RandomCrop after RandomGrayscale", new RandomGrayscale(1), new RandomCrop(SIDE, 2));
        refuses(target, "Cutout after Cutout", new Cutout(3, 0), new Cutout(3, 0));
        refuses(target, "RandomErasing after Cutout", new Cutout(3, 0), new RandomErasing(0.5));
        refuses(
                target,
                "RandomRotation after GaussianBlur",
                new GaussianBlur(1, new ParameterRange(1, 1)),
                new RandomRotation(3, 0));
        refuses(
                target,
                "RandomAffine after RandomRotation",
                new RandomRotation(3, 0),
                new RandomAffine(3, 0, new ParameterRange(1, 1), 0, 0));
        refuses(target, "ColorJitter after Cutout", new Cutout(3, 0), new ColorJitter(1, 0, 0, 0));
        refuses(
                target,
                "a second RandomGrayscale",
                new RandomGrayscale(0.1),
                new ColorJitter(0.1, 0.1, 0.1, 0.1),
                new RandomGrayscale(0.1));
        refuses(target, "AugMix with ColorJitter", new AugMix(3), new ColorJitter(0.1, 0.1, 0, 0));
        refuses(
                target,
                "a second RandomPerspective",
                new RandomPerspective(0.5, 0.5, 0),
                new RandomPerspective(0.5, 0.5, 0));
        refuses(target, "RandomRotation after RandAugment", new RandAugment(1, 9), new RandomRotation(3, 0));
        refuses(target, "Resize after a crop", new CenterCrop(40), new Resize(SIDE, SIDE, Interpolation.LINEAR));
    }

    private static void refuses(Shape target, String name, Transform... transforms) {
        assertThatThrownBy(() -> TransformChain.of(transforms).sampler(target))
                .isInstanceOf(StokerException.class)
                .hasMessageStartingWith(name + " cannot be done on a device: ");
        assertThatCode(() -> TransformChain.of(transforms).compile(target, ImageDecoder.openCv()))
                .doesNotThrowAnyException();
    }

    @Test
    void imagesOfOtherChannelsAndSizesAreRefused() {
        var sampler = TransformChain.of(new RandomHorizontalFlip(0.5)).sampler(new Shape(23, 31, 1));
        assertThatThrownBy(() -> sampler.sample(0, NOISE.shape(), new SeededRandom(new Seed(1)), parameters))
                .hasMessage("an image of 23×31×3 cannot become 23×31×1: transforms keep the channels");
        assertThatThrownBy(() -> sampler.sample(0, new Shape(23, 30, 1), new SeededRandom(new Seed(1)), parameters))
                .hasMessageStartingWith("the transforms leave it at 23×30 pixels, but rows hold 23×31");
    }
}
