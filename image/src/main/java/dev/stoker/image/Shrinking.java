package dev.stoker.image;

import org.bytedeco.opencv.global.opencv_imgproc;

/**
 * Limits on the sides of a picture: the proportions stay, and nothing ever grows. {@link Integer#MAX_VALUE} is no limit.
 */
public record Shrinking(int shorterSide, int longerSide) {
    /** Leaves every picture as it is. */
    public static final Shrinking NONE = new Shrinking(Integer.MAX_VALUE, Integer.MAX_VALUE);

    public Shrinking {
        Check.size(shorterSide, longerSide);
    }

    public boolean changes(int width, int height) {
        return Math.min(width, height) > shorterSide || Math.max(width, height) > longerSide;
    }

    /** The picture within the limits; it lies in the scratch, or is the same one where nothing changes. */
    public Picture apply(Picture picture, Scratch scratch) {
        if (!changes(picture.width(), picture.height())) {
            return picture;
        }
        double factor = factor(picture.width(), picture.height());
        var target = scratch.between.sized(
                side(picture.height(), factor), side(picture.width(), factor), picture.channels());
        opencv_imgproc.resize(picture.mat(), target.mat(), scratch.size(target), 0, 0, Interpolation.AREA.code());
        return target;
    }

    private double factor(int width, int height) {
        return Math.min(
                1,
                Math.min(
                        shorterSide / (double) Math.min(width, height), longerSide / (double) Math.max(width, height)));
    }

    private static int side(int length, double factor) {
        return Math.max(1, (int) Math.round(length * factor));
    }
}
