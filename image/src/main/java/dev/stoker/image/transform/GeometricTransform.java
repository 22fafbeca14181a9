package dev.stoker.image.transform;

/**
 * A crop, resize or flip along the axes. Consecutive geometric transforms are merged into one crop and one resize from
 * the source into the row.
 */
public sealed interface GeometricTransform extends Transform
        permits ResizeShorterSide,
                ResizeToCover,
                Resize,
                CenterCrop,
                RandomResizedCrop,
                RandomCrop,
                RandomHorizontalFlip,
                RandomVerticalFlip {

    @Override
    GeometricTransform atStrength(double strength);
}
