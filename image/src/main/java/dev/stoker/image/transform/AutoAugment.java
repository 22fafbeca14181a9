package dev.stoker.image.transform;

/**
 * One sub-policy of a policy, sampled for each image (Cubuk and others, 2018). Magnitudes have the ranges of torchvision.
 *
 * @param strength scales the magnitudes; some operations have none, so 0 applies no operation
 */
public record AutoAugment(AugmentationPolicy policy, double strength) implements PixelTransform {
    public AutoAugment {
        TransformPreconditions.strength(strength);
    }

    public AutoAugment(AugmentationPolicy policy) {
        this(policy, 1);
    }

    @Override
    public AutoAugment atStrength(double share) {
        return new AutoAugment(policy, strength * share);
    }
}
