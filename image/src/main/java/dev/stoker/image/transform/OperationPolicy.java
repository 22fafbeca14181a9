package dev.stoker.image.transform;

import dev.stoker.image.policy.AugmentationOperation;
import dev.stoker.image.policy.AugmentationPolicy;

/** Transforms that choose operations for each image, from those of {@link AugmentationOperation}. */
public sealed interface OperationPolicy extends PixelTransform {
    /**
     * One sub-policy of a policy, sampled for each image (Cubuk and others, 2018). Magnitudes have the ranges of torchvision.
     *
     * @param strength scales the magnitudes; some operations have none, so 0 applies no operation
     */
    record AutoAugment(AugmentationPolicy policy, double strength) implements OperationPolicy {
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

    /**
     * One operation with one magnitude, both sampled for each image (Müller and Hutter, 2021), with the wide ranges of
     * torchvision's TrivialAugmentWide.
     *
     * @param strength scales the magnitudes; some operations have none, so 0 applies no operation
     */
    record TrivialAugment(double strength) implements OperationPolicy {
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

    /**
     * A weighted mean of the image and of several augmented variants of it, each by a chain of one to {@code depth} operations
     * (Hendrycks and others, 2020). Weights and ranges are those of torchvision with an alpha of 1.
     *
     * @param severity the largest magnitude, from 1 to {@link #MAXIMUM}
     * @param width the number of variants
     * @param strength scales the magnitudes; some operations have none, so 0 applies no operation
     */
    record AugMix(int severity, int width, int depth, double strength) implements OperationPolicy {
        public static final int MAXIMUM = 10;

        public AugMix {
            TransformPreconditions.between("severity", severity, 1, MAXIMUM);
            if (width < 1 || depth < 1) {
                throw new IllegalArgumentException(
                        "width and depth are at least 1, got %d and %d".formatted(width, depth));
            }
            TransformPreconditions.strength(strength);
        }

        /** Three variants of up to three operations, as published. */
        public AugMix(int severity) {
            this(severity, 3, 3, 1);
        }

        @Override
        public AugMix atStrength(double share) {
            return new AugMix(severity, width, depth, strength * share);
        }
    }

    @Override
    OperationPolicy atStrength(double strength);
}
