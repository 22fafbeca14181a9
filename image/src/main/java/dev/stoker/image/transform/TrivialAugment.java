package dev.stoker.image.transform;

/**
 * One operation with one magnitude, both sampled for each image (Müller and Hutter, 2021), with the wide ranges of
 * torchvision's TrivialAugmentWide.
 *
 * @param strength scales the magnitudes; some operations have none, so 0 applies no operation
 */
public record TrivialAugment(double strength) implements PixelTransform {
    public TrivialAugment {
        TransformPreconditions.strength(strength);
    }

    public TrivialAugment() {
        this(1);
    }

    @Override
    public TrivialAugment atStrength(double share) {
        return new TrivialAugment(strength * share);
    }
}
