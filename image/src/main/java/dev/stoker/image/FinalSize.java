package dev.stoker.image;

import dev.stoker.core.Shape;

/** The size that a recipe leaves all pictures at, where its steps tell. */
final class FinalSize {
    private FinalSize() {}

    /** Refuses recipes whose last word on the size is not that of the rows. */
    static void check(Recipe recipe, Shape target) {
        for (int i = recipe.steps().size() - 1; i >= 0; i--) {
            switch (recipe.steps().get(i)) {
                case ResizeTo(int height, int width, Interpolation interpolation) -> {
                    require(height, width, target);
                    return;
                }
                case CenterCrop(int height, int width) -> {
                    require(height, width, target);
                    return;
                }
                case RandomResizedCrop crop -> {
                    require(crop.height(), crop.width(), target);
                    return;
                }
                case PaddedRandomCrop crop -> {
                    require(crop.height(), crop.width(), target);
                    return;
                }
                case ResizeShorterSide _ -> {
                    return;
                }
                case HorizontalFlip _, VerticalFlip _, PaintingStep _ -> {}
            }
        }
    }

    private static void require(int height, int width, Shape target) {
        if (height != target.height() || width != target.width()) {
            throw new IllegalArgumentException(
                    "the recipe makes pictures of %d×%d, but rows are %s".formatted(height, width, target));
        }
    }
}
