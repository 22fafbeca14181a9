package dev.stoker.image.internal.transform;

import dev.stoker.core.Shape;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.image.transform.RandomCrop;
import dev.stoker.image.transform.RandomHorizontalFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.RandomVerticalFlip;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.ResizeToCover;
import dev.stoker.image.transform.TransformChain;

/** Checks the size that a chain gives all images, where its transforms determine it. */
final class OutputSizeCheck {
    private OutputSizeCheck() {}

    /** Throws where the size of the last crop or resize is not that of the rows. */
    static void check(TransformChain chain, Shape target) {
        for (int i = chain.transforms().size() - 1; i >= 0; i--) {
            switch (chain.transforms().get(i)) {
                case Resize(int height, int width, Interpolation interpolation) -> {
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
                case RandomCrop crop -> {
                    require(crop.height(), crop.width(), target);
                    return;
                }
                case ResizeShorterSide _, ResizeToCover _ -> {
                    return;
                }
                case RandomHorizontalFlip _, RandomVerticalFlip _, PixelTransform _ -> {}
            }
        }
    }

    private static void require(int height, int width, Shape target) {
        if (height != target.height() || width != target.width()) {
            throw new IllegalArgumentException(
                    "the transforms give images of %d×%d, but rows are %s".formatted(height, width, target));
        }
    }
}
