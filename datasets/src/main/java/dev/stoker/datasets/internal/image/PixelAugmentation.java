package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.data.Dataset;
import dev.stoker.data.Rows;
import dev.stoker.data.Sample;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.image.transform.RandomCropAndFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The augmentation of small images that are stored as pixels of one shape: shift and flip, resize, further transforms.
 *
 * @param defaults the shift and flip where the settings leave them open
 */
record PixelAugmentation(RandomCropAndFlip defaults) {
    private static final int CIFAR_SIDE = 32;

    /** The defaults for images of a shape; {@code flip} says whether they keep their class when flipped. */
    static PixelAugmentation of(Shape shape, boolean flip) {
        int padding = shape.height() < CIFAR_SIDE ? 2 : 4;
        int largest = Math.min(shape.height(), shape.width()) - 1;
        return new PixelAugmentation(new RandomCropAndFlip(shape, Math.min(padding, largest), flip));
    }

    Shape shape() {
        return defaults.shape();
    }

    /** Training rows of samples, as pixels. */
    Rows<Sample> rows(Dataset<Sample> samples, AugmentationSettings settings, Seed seed) {
        var shiftAndFlip = shiftAndFlip(settings, seed);
        var target = target(settings);
        var transforms = transforms(settings, target);
        return target.equals(shape()) && transforms.transforms().isEmpty()
                ? rows(samples, shiftAndFlip)
                : rows(samples, shiftAndFlip, InMemoryTransform.of(shape(), target, transforms));
    }

    private Rows<Sample> rows(Dataset<Sample> samples, RandomShiftAndFlip shiftAndFlip) {
        return samples.randomRows(shape().bytes(), shiftAndFlip.seed(), (sample, row, worker) -> {
            shiftAndFlip.apply(sample.pixels(), row, worker);
            return sample.label();
        });
    }

    private static Rows<Sample> rows(
            Dataset<Sample> samples, RandomShiftAndFlip shiftAndFlip, InMemoryTransform transform) {
        return samples.randomRows(transform.rowBytes(), shiftAndFlip.seed(), (sample, row, worker) -> {
            var buffer = transform.buffer(worker);
            var random = shiftAndFlip.apply(sample.pixels(), buffer.pixels(), worker);
            transform.apply(buffer, row, random);
            return sample.label();
        });
    }

    /** The random transforms with their parameters, in order, for people. */
    List<String> descriptions(AugmentationSettings settings) {
        var target = target(settings);
        var resize = target.equals(shape())
                ? Stream.<String>empty()
                : Stream.of("Resize[height=%d, width=%d]".formatted(target.height(), target.width()));
        return Stream.of(
                        shiftAndFlip(settings, new Seed(0)).descriptions(),
                        resize,
                        transforms(settings, target).transforms().stream().map(Transform::toString))
                .flatMap(part -> part)
                .toList();
    }

    Shape target(AugmentationSettings settings) {
        var whole = shape();
        int side = settings.side().orElse(whole.height());
        return side == whole.height() ? whole : new Shape(side, side, whole.channels());
    }

    TransformChain transforms(AugmentationSettings settings, Shape target) {
        if (settings.transforms().requiresColor() && target.channels() == 1) {
            throw grayscale();
        }
        double share = (double) target.height() / shape().height();
        return settings.transforms().chain(share).atStrength(settings.strength());
    }

    static StokerException grayscale() {
        return new StokerException(
                        "saturation, hue and grayscale are for color images, and these are grayscale; remove them")
                .about("saturation", "hue", "grayscale");
    }

    /** Strength scales the shift and leaves the flip alone: at half strength images are shifted half as far. */
    RandomShiftAndFlip shiftAndFlip(AugmentationSettings settings, Seed seed) {
        if (settings.minArea() != AugmentationSettings.MIN_AREA) {
            throw new StokerException(
                            "crop-area is for encoded images; small images that are stored as pixels are shifted:"
                                    + " remove it, or use shift")
                    .about("crop-area", "shift");
        }
        if (!settings.ratio().equals(RandomResizedCrop.DEFAULT_RATIO)) {
            throw new StokerException("crop-ratio is for encoded images; small images that are stored as pixels are not"
                            + " cropped: remove it")
                    .about("crop-ratio");
        }
        int most = settings.shift().orElse(defaults.padding());
        refuseTooLarge(most, shape());
        int shift = (int) Math.round(most * settings.strength());
        boolean flip = switch (settings.flip()) {
            case AUTO -> defaults.flip();
            case NONE -> false;
            case RANDOM, ALTERNATING -> true;
        };
        var alternating = settings.flip() == AugmentationSettings.FlipMode.ALTERNATING
                ? Optional.of(AlternatingFlip.of(seed))
                : Optional.<AlternatingFlip>empty();
        return new RandomShiftAndFlip(
                new RandomCropAndFlip(shape(), shift, settings.paddingMode(), flip), alternating, seed);
    }

    private static void refuseTooLarge(int shift, Shape shape) {
        if (shift >= Math.min(shape.height(), shape.width())) {
            throw new StokerException("shift must be less than the height and width of the images, which are %s, got %d"
                            .formatted(shape, shift))
                    .about("shift");
        }
    }
}
