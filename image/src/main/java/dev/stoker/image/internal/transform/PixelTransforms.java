package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import dev.stoker.image.transform.OperationPolicy.AutoAugment;
import dev.stoker.image.transform.OperationPolicy.TrivialAugment;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomFilter.RandomAdjustSharpness;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import dev.stoker.image.transform.RandomFilter.RandomPosterize;
import dev.stoker.image.transform.RandomFilter.RandomSolarize;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomRotation;

/** Applies pixel transforms to a canvas, in place. */
final class PixelTransforms {
    private PixelTransforms() {}

    static void apply(PixelTransform transform, MatImage canvas, SeededRandom random, Workspace workspace) {
        switch (transform) {
            case RandomRotation rotate -> AffineWarps.rotate(rotate, canvas, random, workspace);
            case RandomAffine affine -> AffineWarps.affine(affine, canvas, random, workspace);
            case ColorJitter jitter -> ColorAdjustments.jitter(jitter, canvas, random, workspace);
            case RandomGrayscale(double probability) -> {
                if (random.nextDouble() < probability) {
                    ColorAdjustments.grayscale(canvas, workspace);
                }
            }
            case GaussianBlur blur -> ImageFilters.blur(blur, canvas, random, workspace);
            case RandomErasing erasing -> RegionErasing.erase(erasing, canvas, random, workspace);
            case Cutout cutout -> RegionErasing.cutout(cutout, canvas, random, workspace);
            case RandomPerspective perspective -> PerspectiveWarp.apply(perspective, canvas, random, workspace);
            case RandomSolarize(double probability, int threshold) -> {
                if (random.nextDouble() < probability) {
                    LookupTables.solarize(canvas, threshold, workspace);
                }
            }
            case RandomPosterize(double probability, int bits) -> {
                if (random.nextDouble() < probability) {
                    LookupTables.posterize(canvas, bits, workspace);
                }
            }
            case RandomAdjustSharpness(double probability, double factor) -> {
                if (random.nextDouble() < probability) {
                    ImageFilters.sharpness(canvas, factor, workspace);
                }
            }
            case RandAugment augment ->
                AugmentationPolicies.apply(augment, AugmentationOperations.on(canvas, workspace), random);
            case TrivialAugment augment ->
                AugmentationPolicies.apply(augment, AugmentationOperations.on(canvas, workspace), random);
            case AutoAugment augment ->
                AugmentationPolicies.apply(augment, AugmentationOperations.on(canvas, workspace), random);
            case AugMix mix -> AugMixImages.apply(mix, canvas, random, workspace);
        }
    }
}
