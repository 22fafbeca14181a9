package dev.stoker.image;

/** A step that changes pixels in place and leaves the size alone. */
public sealed interface PaintingStep extends Step
        permits Rotate, Affine, ColorJitter, Greyscale, Blur, RandomErasing, Cutout, RandAugment {

    @Override
    PaintingStep atStrength(double strength);
}
