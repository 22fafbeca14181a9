package dev.stoker.datasets;

import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;

/** Transforms of training images that follow cropping, shifting and horizontal flips. */
public interface ImageTransforms {
    /** The transforms for images that have this share of the size that they are evaluated in. */
    TransformChain chain(double share);

    /** Whether they need images in color. */
    boolean requiresColor();

    /** A chain of your own, the same for images of any size. */
    static ImageTransforms of(TransformChain chain) {
        return new OfChain(chain);
    }

    /** A given chain. */
    record OfChain(TransformChain chain) implements ImageTransforms {
        @Override
        public TransformChain chain(double share) {
            return chain;
        }

        @Override
        public boolean requiresColor() {
            return chain.transforms().stream().anyMatch(OfChain::requiresColor);
        }

        private static boolean requiresColor(Transform transform) {
            return transform instanceof RandomGrayscale
                    || (transform instanceof ColorJitter jitter && (jitter.saturation() != 0 || jitter.hue() != 0));
        }
    }
}
