package dev.stoker.image;

/**
 * A step that says which part of the picture is seen, how large and which way round. Neighbouring framing steps become
 * one crop and one resize from the source into the row.
 */
public sealed interface FramingStep extends Step
        permits ResizeShorterSide,
                ResizeTo,
                CenterCrop,
                RandomResizedCrop,
                PaddedRandomCrop,
                HorizontalFlip,
                VerticalFlip {

    @Override
    FramingStep atStrength(double strength);
}
