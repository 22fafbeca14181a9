package dev.stoker.datasets.internal.image;

import dev.stoker.core.Shape;
import dev.stoker.core.StokerException;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.AugmentationSettings.FlipMode;
import dev.stoker.datasets.EncodedImageSettings;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandomHorizontalFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.List;
import java.util.stream.Stream;

/**
 * The augmentation of encoded images of any size: random resized crop, flip, further transforms.
 *
 * @param images what they become in evaluations
 */
record EncodedAugmentation(AugmentationSettings settings, EncodedImageSettings images) {
    EncodedAugmentation {
        if (settings.shift().isPresent() || settings.paddingMode() != AugmentationSettings.DEFAULTS.paddingMode()) {
            throw new StokerException("shift and edge are for small images that are stored as pixels, such as cifar10;"
                            + " encoded images get a random resized crop: remove them, or use crop-area")
                    .about("shift", "edge", "crop-area");
        }
    }

    /** The shape of the augmented images. */
    Shape target() {
        var whole = images.shape();
        return settings.side().isEmpty()
                ? whole
                : new Shape(settings.side().getAsInt(), settings.side().getAsInt(), whole.channels());
    }

    /** The transforms by a seed; strength scales the probability of random flips, and leaves alternating ones alone. */
    FlipChoice<TransformChain> transforms(Seed seed) {
        return switch (settings.flip()) {
            case AUTO, RANDOM -> FlipChoice.random(chain(new RandomHorizontalFlip(0.5 * settings.strength())));
            case NONE -> FlipChoice.random(chain());
            case ALTERNATING ->
                FlipChoice.alternating(
                        chain(new RandomHorizontalFlip(0)),
                        chain(new RandomHorizontalFlip(1)),
                        AlternatingFlip.of(seed));
        };
    }

    private TransformChain chain(Transform... flip) {
        return crop().then(flip).then(further().transforms().toArray(Transform[]::new));
    }

    private TransformChain crop() {
        var area = new ParameterRange(settings.minArea(), 1);
        var crop = new RandomResizedCrop(
                target().height(), target().width(), area, settings.ratio(), images.trainingInterpolation());
        return TransformChain.of(crop).atStrength(settings.strength());
    }

    private TransformChain further() {
        if (settings.transforms().requiresColor() && target().channels() == 1) {
            throw PixelAugmentation.grayscale();
        }
        double share = (double) target().height() / images.shape().height();
        return settings.transforms().chain(share).atStrength(settings.strength());
    }

    /** The random transforms with their parameters, in order, for people. */
    List<String> descriptions() {
        if (settings.flip() != FlipMode.ALTERNATING) {
            return texts(transforms(new Seed(0)).upright()).toList();
        }
        return Stream.of(texts(crop()), Stream.of(RandomShiftAndFlip.ALTERNATING), texts(further()))
                .flatMap(part -> part)
                .toList();
    }

    private static Stream<String> texts(TransformChain chain) {
        return chain.transforms().stream().map(Transform::toString);
    }
}
