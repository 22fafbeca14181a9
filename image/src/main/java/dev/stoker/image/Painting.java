package dev.stoker.image;

import dev.stoker.core.Draws;

/** Applies painting steps to a canvas, in place. */
final class Painting {
    private Painting() {}

    static void apply(PaintingStep step, Picture canvas, Draws draws, Scratch scratch) {
        switch (step) {
            case Rotate rotate -> Warps.rotate(rotate, canvas, draws, scratch);
            case Affine affine -> Warps.affine(affine, canvas, draws, scratch);
            case ColorJitter jitter -> Colours.jitter(jitter, canvas, draws, scratch);
            case Greyscale(double probability) -> {
                if (draws.nextDouble() < probability) {
                    Colours.greyscale(canvas, scratch);
                }
            }
            case Blur blur -> Filters.blur(blur, canvas, draws, scratch);
            case RandomErasing erasing -> Patches.erase(erasing, canvas, draws, scratch);
            case Cutout cutout -> Patches.cut(cutout, canvas, draws, scratch);
            case RandAugment augment -> RandAugmentation.apply(augment, canvas, draws, scratch);
        }
    }
}
