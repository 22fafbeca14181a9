package dev.stoker.image.transform;

/**
 * A step that says which part of the image is seen, how large and which way round. Neighboring framing steps become
 * one crop and one resize from the source into the row.
 */
public sealed interface GeometricTransform extends Transform
        permits ResizeShorterSide,
                Resize,
                CenterCrop,
                RandomResizedCrop,
                RandomCrop,
                RandomHorizontalFlip,
                RandomVerticalFlip {

    @Override
    GeometricTransform atStrength(double strength);
}
