package dev.stoker.image.transform;

/**
 * A transform of pixels in place, which keeps the size. Rotation and affine transforms belong here: they warp an image of
 * the final size, and are not merged with crops and resizes.
 */
public sealed interface PixelTransform extends Transform
        permits RandomRotation,
                RandomAffine,
                ColorJitter,
                RandomGrayscale,
                GaussianBlur,
                RandomErasing,
                Cutout,
                RandomFilter,
                RandAugment,
                OperationPolicy {

    @Override
    PixelTransform atStrength(double strength);
}
