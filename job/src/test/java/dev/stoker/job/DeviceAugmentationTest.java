package dev.stoker.job;

import static dev.stoker.job.AugmentationComparison.IMAGES;
import static dev.stoker.job.AugmentationComparison.augmented;
import static dev.stoker.job.AugmentationComparison.compare;
import static dev.stoker.job.AugmentationComparison.noise;
import static dev.stoker.job.AugmentationComparison.same;
import static dev.stoker.job.AugmentationComparison.slice;
import static org.assertj.core.api.Assertions.assertThat;

import dev.stoker.core.BatchMemoryAllocator;
import dev.stoker.core.Shape;
import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.AugmentationRequirements;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.data.PipelineResources;
import dev.stoker.data.Rows;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.DeviceRoutes;
import dev.stoker.datasets.TransformSettings;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.decode.ImageDecoder;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.PaddingMode;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomCrop;
import dev.stoker.image.transform.RandomCropAndFlip;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomHorizontalFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.RandomRotation;
import dev.stoker.image.transform.RandomVerticalFlip;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import dev.stoker.job.AugmentationComparison.Case;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Images augmented with OpenCV, against those that the augmenter computes from parameters sampled by the same transforms. */
class DeviceAugmentationTest {
    private static Case resized(String name, int height, int width, int most, double share, Transform... steps) {
        return new Case(name, new Shape(height, width, 3), new Shape(24, 24, 3), most, share, List.of(steps));
    }

    /**
     * Measured here: copies and color transforms do not differ at all, nor do area means. A rotation differs in one value of
     * 20,000, where its coordinates are rounded differently. Linear interpolation and blur are occasionally one level off, since
     * OpenCV computes them with fewer bits. For subpixel positions OpenCV rounds to 1/32 of a pixel, which is up to 3 levels of
     * noise. One level of difference before a hue change can become 9.
     */
    private static Stream<Case> cases() {
        return Stream.of(
                same("nothing", 0, 0),
                same("flips", 0, 0, new RandomHorizontalFlip(0.5), new RandomVerticalFlip(0.5)),
                same("padded crop", 0, 0, new RandomCrop(24, 4), new RandomHorizontalFlip(0.5)),
                resized("center crop", 31, 27, 0, 0, new CenterCrop(24), new RandomHorizontalFlip(0.5)),
                resized("center crop with black around", 19, 30, 0, 0, new CenterCrop(24)),
                same("cutout", 0, 0, new RandomCrop(24, 4), new Cutout(9, 77)),
                same("erasing", 0, 0, new RandomErasing(0.7)),
                same("grayscale", 0, 0, new RandomGrayscale(0.5)),
                same("brightness", 1, 0, new ColorJitter(0.6, 0, 0, 0)),
                same("contrast", 1, 0, new ColorJitter(0, 0.6, 0, 0)),
                same("saturation", 1, 0, new ColorJitter(0, 0, 0.6, 0)),
                same("hue", 1, 0, new ColorJitter(0, 0, 0, 0.5)),
                same("jitter", 9, 1e-3, new ColorJitter(0.4, 0.4, 0.4, 0.1), new RandomGrayscale(0.2)),
                same("rotate", 8, 1e-3, new RandomRotation(30, 9)),
                same("padded crop and rotate", 8, 1e-3, new RandomCrop(24, 4), new RandomRotation(30, 9)),
                same("affine", 8, 1e-3, new RandomAffine(20, 0.2, new ParameterRange(0.7, 1.4), 10, 5)),
                same("blur", 2, 1e-3, new GaussianBlur(0.8, new ParameterRange(0.1, 2))),
                resized("crop grown", 20, 22, 1, 0, new RandomResizedCrop(24), new RandomHorizontalFlip(0.5)),
                resized(
                        "crop shrunk",
                        40,
                        46,
                        1,
                        0,
                        new RandomResizedCrop(24, new ParameterRange(0.4, 1)),
                        new RandomHorizontalFlip(0.5)),
                resized("area", 100, 75, 1, 0, new Resize(24, 24, Interpolation.AREA)),
                resized("area by a whole number", 72, 96, 1, 0, new Resize(24, 24, Interpolation.AREA)),
                resized("evaluation", 70, 90, 1, 0, new ResizeShorterSide(27, Interpolation.AREA), new CenterCrop(24)),
                resized(
                        "grown and padded",
                        15,
                        17,
                        4,
                        0.08,
                        new Resize(24, 24, Interpolation.LINEAR),
                        new RandomCrop(24, 5)),
                resized(
                        "crop, turn, colors, blur, cutout",
                        40,
                        46,
                        12,
                        0.03,
                        new RandomResizedCrop(24, new ParameterRange(0.4, 1)),
                        new RandomHorizontalFlip(0.5),
                        new RandomRotation(15, 0),
                        new ColorJitter(0.4, 0.4, 0.4, 0.1),
                        new RandomGrayscale(0.2),
                        new GaussianBlur(0.5, new ParameterRange(0.1, 2)),
                        new Cutout(8, 0)));
    }

    @ParameterizedTest
    @MethodSource("cases")
    void hostAndDeviceAugmentationGiveTheSameImage(Case each) {
        AugmentationComparison.compare(each);
    }

    /** Interpolation would skip pixels: an image of thin lines would become stripes. */
    @Test
    void downscalingByMuchAveragesAreas() {
        var source = new Shape(96, 96, 1);
        var target = new Shape(24, 24, 1);
        var sources = Arena.ofAuto().allocate(source.bytes(), 8);
        for (int i = 0; i < source.bytes(); i++) {
            sources.set(ValueLayout.JAVA_BYTE, i, (byte) (i % 4 == 1 ? 200 : 0));
        }
        var parameters = Arena.ofAuto().allocate(AugmentationParameters.BYTES, 4);
        var sampler =
                TransformChain.of(new Resize(24, 24, Interpolation.LINEAR)).sampler(target);
        sampler.sample(0, source, new SeededRandom(new Seed(1)), parameters);
        assertThat(augmented(sources, source, parameters, target, sampler.requirements()))
                .containsOnly(50);
    }

    /** As in a phase of smaller images: shifted at the original size, resized, and then the other transforms. */
    @ParameterizedTest
    @EnumSource(PaddingMode.class)
    void shiftResizeAndColorTransformsComeInThisOrder(PaddingMode edge) {
        var source = new Shape(32, 32, 3);
        var target = new Shape(20, 20, 3);
        var sources = noise(source, IMAGES);
        var moving = new RandomCropAndFlip(source, 4, edge, true);
        var colors = TransformChain.of(new ColorJitter(0.3, 0.3, 0.3, 0), new Cutout(7, 3));
        var shrinking = TransformChain.of(new Resize(20, 20, Interpolation.AREA))
                .then(colors.transforms().toArray(Transform[]::new))
                .compile(target, ImageDecoder.openCv());
        var sampler = colors.sampler(target);
        var rows = Arena.ofAuto().allocate((long) IMAGES * target.bytes());
        var moved = Arena.ofAuto().allocate(source.bytes());
        var parameters = Arena.ofAuto().allocate((long) IMAGES * AugmentationParameters.BYTES, 4);
        try (var scratch = ScratchBuffers.open()) {
            for (int i = 0; i < IMAGES; i++) {
                var random = new SeededRandom(new Seed(i));
                moving.apply(slice(sources, i, source.bytes()), moved, random);
                shrinking.run(moved, source, slice(rows, i, target.bytes()), random, scratch);
                var row = slice(parameters, i, AugmentationParameters.BYTES);
                random.restart(new Seed(i));
                moving.sample(i, target, random, row);
                sampler.addPixelTransforms(random, row);
            }
        }
        compare(
                same("moved", 4, 0.01),
                rows.toArray(ValueLayout.JAVA_BYTE),
                augmented(sources, source, parameters, target, sampler.requirements()));
    }

    /** The rows of three epochs; adds their labels to a list. */
    private static List<byte[]> epochs(Rows<?> rows, int size, List<long[]> labels) {
        var epochs = new ArrayList<byte[]>();
        try (var feed = rows.withElements(elements -> elements.shuffle(new Seed(3)))
                .batch(size)
                .repeat(3)
                .open(PipelineResources.workers(2), BatchMemoryAllocator.host())) {
            while (feed.hasNext()) {
                try (var batch = feed.next()) {
                    epochs.add(batch.rows().toArray(ValueLayout.JAVA_BYTE));
                    labels.add(batch.labels().toArray(ValueLayout.JAVA_LONG));
                }
            }
        }
        assertThat(epochs).hasSize(3);
        return epochs;
    }

    /** After a shuffle, epoch by epoch, with alternating flips: parameter rows describe the images of the pixel rows. */
    @ParameterizedTest
    @EnumSource(AugmentationSettings.FlipMode.class)
    void residentAndHostAugmentedRowsGiveTheSameImages(AugmentationSettings.FlipMode flip) {
        var pixelTransforms = new TransformSettings(0, 0.3, 0.3, 0, 0, 0, 0, 6);
        for (var side : List.of(OptionalInt.empty(), OptionalInt.of(20))) {
            var settings = new AugmentationSettings(
                    flip,
                    OptionalInt.of(3),
                    PaddingMode.REFLECT,
                    AugmentationSettings.MIN_AREA,
                    0.8,
                    side,
                    pixelTransforms);
            try (var set = Datasets.open(Datasets.BUILT_IN, 28)) {
                var some = set.training().select(IntStream.range(50, 350).toArray());
                var route = ((DeviceRoutes.Resident) some.deviceRoutes()).route();
                var sampled = some.trainingRows(route, settings, new Seed(8));
                var pixels = Arena.ofAuto().allocate(route.deviceMemory().count(), 8);
                sampled.images().copyPixels(pixels);
                int target = side.orElse(28);
                var labels = new ArrayList<long[]>();
                var sameLabels = new ArrayList<long[]>();
                var expected = epochs(some.trainingRows(settings, new Seed(8)), 300, labels);
                var rows = epochs(sampled.rows(), 300, sameLabels);
                for (int i = 0; i < rows.size(); i++) {
                    assertThat(sameLabels.get(i)).isEqualTo(labels.get(i));
                    var parameters = Arena.ofAuto().allocate(rows.get(i).length, 4);
                    parameters.copyFrom(MemorySegment.ofArray(rows.get(i)));
                    compare(
                            same("epoch " + i, 2, 1e-3),
                            expected.get(i),
                            augmented(
                                    pixels,
                                    route.shape(),
                                    parameters,
                                    new Shape(target, target, 1),
                                    sampled.images().requirements()));
                }
            }
        }
    }

    /** Bytes are copied and not computed, so they must be equal. */
    @ParameterizedTest
    @CsvSource({"1, BLACK, true", "3, BLACK, true", "3, REFLECT, true", "1, REFLECT, false"})
    void shiftedAndFlippedBytesAreTheSame(int channels, PaddingMode edge, boolean flip) {
        var shape = new Shape(13, 17, channels);
        var sources = noise(shape, IMAGES);
        var rows = Arena.ofAuto().allocate((long) IMAGES * shape.bytes());
        var parameters = Arena.ofAuto().allocate((long) IMAGES * AugmentationParameters.BYTES, 4);
        var moving = new RandomCropAndFlip(shape, 12, edge, flip);
        for (int i = 0; i < IMAGES; i++) {
            var pixels = slice(sources, i, shape.bytes());
            moving.apply(pixels, slice(rows, i, shape.bytes()), new SeededRandom(new Seed(i)));
            moving.sample(i, shape, new SeededRandom(new Seed(i)), slice(parameters, i, AugmentationParameters.BYTES));
        }
        assertThat(augmented(sources, shape, parameters, shape, AugmentationRequirements.NONE))
                .isEqualTo(rows.toArray(ValueLayout.JAVA_BYTE));
    }
}
