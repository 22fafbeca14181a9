package dev.stoker.image.transform;

/** A step that changes pixels in place and leaves the size alone. */
public sealed interface PixelTransform extends Transform
        permits RandomRotation,
                RandomAffine,
                ColorJitter,
                RandomGrayscale,
                GaussianBlur,
                RandomErasing,
                Cutout,
                RandAugment {

    @Override
    PixelTransform atStrength(double strength);
}
