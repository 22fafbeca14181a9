package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.Image;
import dev.stoker.image.ScratchBuffers;
import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomRotation;

/** Applies painting steps to a canvas, in place. */
final class PixelTransforms {
    private PixelTransforms() {}

    static void apply(PixelTransform step, Image canvas, SeededRandom draws, ScratchBuffers scratch) {
        switch (step) {
            case RandomRotation rotate -> AffineWarps.rotate(rotate, canvas, draws, scratch);
            case RandomAffine affine -> AffineWarps.affine(affine, canvas, draws, scratch);
            case ColorJitter jitter -> ColorAdjustments.jitter(jitter, canvas, draws, scratch);
            case RandomGrayscale(double probability) -> {
                if (draws.nextDouble() < probability) {
                    ColorAdjustments.grayscale(canvas, scratch);
                }
            }
            case GaussianBlur blur -> ImageFilters.blur(blur, canvas, draws, scratch);
            case RandomErasing erasing -> RegionErasing.erase(erasing, canvas, draws, scratch);
            case Cutout cutout -> RegionErasing.cut(cutout, canvas, draws, scratch);
            case RandAugment augment -> RandAugmentOperations.apply(augment, canvas, draws, scratch);
        }
    }
}
