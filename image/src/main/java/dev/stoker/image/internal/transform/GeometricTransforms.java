package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.InvalidImageException;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.GeometricTransform;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandomCrop;
import dev.stoker.image.transform.RandomHorizontalFlip;
import dev.stoker.image.transform.RandomResizedCrop;
import dev.stoker.image.transform.RandomVerticalFlip;
import dev.stoker.image.transform.Resize;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.ResizeToCover;

/** Applies geometric transforms to a view; they are sampled here, before anything is decoded. */
final class GeometricTransforms {
    private static final int TRIES = 10;
    private static final int LONGEST_SIDE = 1 << 20;

    private GeometricTransforms() {}

    static CropAndResize apply(GeometricTransform transform, CropAndResize view, SeededRandom random) {
        return switch (transform) {
            case ResizeShorterSide(int side, Interpolation interpolation) -> shorterSide(view, side, interpolation);
            case ResizeToCover(int height, int width, Interpolation interpolation) ->
                cover(view, height, width, interpolation);
            case Resize(int height, int width, Interpolation interpolation) ->
                view.resized(width, height, interpolation);
            case CenterCrop(int height, int width) ->
                view.cropped(middle(view.width() - width), middle(view.height() - height), width, height);
            case RandomResizedCrop crop ->
                randomCrop(view, crop, random).resized(crop.width(), crop.height(), crop.interpolation());
            case RandomCrop crop -> paddedCrop(view, crop, random);
            case RandomHorizontalFlip(double probability) ->
                random.nextDouble() < probability ? view.flippedHorizontally() : view;
            case RandomVerticalFlip(double probability) ->
                random.nextDouble() < probability ? view.flippedVertically() : view;
        };
    }

    private static CropAndResize shorterSide(CropAndResize view, int side, Interpolation interpolation) {
        long shorter = Math.min(view.width(), view.height());
        long longer = side * (long) Math.max(view.width(), view.height()) / shorter;
        if (longer > LONGEST_SIDE) {
            throw new InvalidImageException(
                    "an image of %d×%d is too narrow: with %d pixels across it would be %,d long"
                            .formatted(view.height(), view.width(), side, longer));
        }
        return view.width() < view.height()
                ? view.resized(side, (int) longer, interpolation)
                : view.resized((int) longer, side, interpolation);
    }

    private static CropAndResize cover(CropAndResize view, int height, int width, Interpolation interpolation) {
        double scale = Math.max((double) height / view.height(), (double) width / view.width());
        long newHeight = Math.max(height, Math.round(scale * view.height()));
        long newWidth = Math.max(width, Math.round(scale * view.width()));
        if (Math.max(newHeight, newWidth) > LONGEST_SIDE) {
            throw new InvalidImageException("an image of %d×%d is too narrow: to cover %d×%d it would be %,d×%,d"
                    .formatted(view.height(), view.width(), height, width, newHeight, newWidth));
        }
        return view.resized((int) newWidth, (int) newHeight, interpolation);
    }

    /** Half of the remaining pixels, with halves rounded to even as in Python. */
    private static int middle(int spare) {
        return (int) Math.rint(spare / 2.0);
    }

    private static CropAndResize randomCrop(CropAndResize view, RandomResizedCrop crop, SeededRandom random) {
        double area = (double) view.width() * view.height();
        for (int i = 0; i < TRIES; i++) {
            double part = area * crop.area().sample(random);
            double ratio = crop.ratio().sampleLogUniform(random);
            int width = (int) Math.rint(StrictMath.sqrt(part * ratio));
            int height = (int) Math.rint(StrictMath.sqrt(part / ratio));
            if (width > 0 && width <= view.width() && height > 0 && height <= view.height()) {
                int top = random.nextInt(view.height() - height + 1);
                int left = random.nextInt(view.width() - width + 1);
                return view.cropped(left, top, width, height);
            }
        }
        return largestCrop(view, crop.ratio());
    }

    /** The largest center crop that the ratios allow. */
    private static CropAndResize largestCrop(CropAndResize view, ParameterRange ratio) {
        double present = (double) view.width() / view.height();
        int width = present > ratio.to() ? (int) Math.rint(view.height() * ratio.to()) : view.width();
        int height = present < ratio.from() ? (int) Math.rint(view.width() / ratio.from()) : view.height();
        return view.cropped(
                (view.width() - width) / 2, (view.height() - height) / 2, Math.max(1, width), Math.max(1, height));
    }

    private static CropAndResize paddedCrop(CropAndResize view, RandomCrop crop, SeededRandom random) {
        int spareWidth = view.width() + 2 * crop.padding() - crop.width();
        int spareHeight = view.height() + 2 * crop.padding() - crop.height();
        if (spareWidth < 0 || spareHeight < 0) {
            throw new InvalidImageException(
                    "an image of %d×%d with %d pixels of padding is smaller than the crop of %d×%d"
                            .formatted(view.height(), view.width(), crop.padding(), crop.height(), crop.width()));
        }
        int down = random.nextInt(spareHeight + 1) - crop.padding();
        int right = random.nextInt(spareWidth + 1) - crop.padding();
        return view.cropped(right, down, crop.width(), crop.height());
    }
}
