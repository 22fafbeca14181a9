package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
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

    static void apply(PixelTransform step, MatImage canvas, SeededRandom draws, Workspace workspace) {
        switch (step) {
            case RandomRotation rotate -> AffineWarps.rotate(rotate, canvas, draws, workspace);
            case RandomAffine affine -> AffineWarps.affine(affine, canvas, draws, workspace);
            case ColorJitter jitter -> ColorAdjustments.jitter(jitter, canvas, draws, workspace);
            case RandomGrayscale(double probability) -> {
                if (draws.nextDouble() < probability) {
                    ColorAdjustments.grayscale(canvas, workspace);
                }
            }
            case GaussianBlur blur -> ImageFilters.blur(blur, canvas, draws, workspace);
            case RandomErasing erasing -> RegionErasing.erase(erasing, canvas, draws, workspace);
            case Cutout cutout -> RegionErasing.cut(cutout, canvas, draws, workspace);
            case RandAugment augment -> RandAugmentOperations.apply(augment, canvas, draws, workspace);
        }
    }
}
