package dev.stoker.core.image;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The sampled parameters of one image's augmentation, in words of 4 bytes. They are sampled once and read by whatever
 * computes the pixels, on the CPU or on a device. Applied in this order:
 *
 * <ol>
 *   <li>the <b>crop</b>, with resize and flip: the source position of each pixel of the canvas;
 *   <li>the <b>affine</b> transform of the canvas, if any, with linear interpolation;
 *   <li>the <b>color</b> operations, in an order of their own, each at most once;
 *   <li>the list of {@link OperationParameters operations}, each a pass over the canvas;
 *   <li>the <b>blur</b>, and the <b>erased</b> rectangle, which is filled.
 * </ol>
 *
 * <p>Values are rounded to 0..255 after each of these, and after each color operation, as they are where each is a pass
 * over bytes. The constants are indexes of words; a word holds an integer unless its comment says float. Crop and affine
 * transform are two maps, and not one, because the affine transform fills what is outside the canvas and never shows more
 * of the source.
 */
public final class AugmentationParameters {
    public static final int WORDS = OperationParameters.FIRST + OperationParameters.MAXIMUM * OperationParameters.SIZE;
    public static final int BYTES = 4 * WORDS;

    /** The index of the source image. */
    public static final int SOURCE = 0;

    /**
     * Floats: canvas column {@code x} shows column {@code scale·x + offset} of the source, and likewise for lines. Integers
     * are the centers of pixels.
     */
    public static final int SCALE_X = 1;

    public static final int OFFSET_X = 2;
    public static final int SCALE_Y = 3;
    public static final int OFFSET_Y = 4;

    /** Left, top, right and bottom of the source pixels that are read; right and bottom are exclusive. */
    public static final int WINDOW = 5;

    /** The same of the canvas pixels that show the source; the others are black. */
    public static final int VISIBLE = 9;

    /** The border mode outside the window, and the flags below. */
    public static final int SAMPLING = 13;

    /** Six floats: canvas pixel (x, y) comes from ({@code t0·x + t1·y + t2}, {@code t3·x + t4·y + t5}). */
    public static final int AFFINE = 14;

    /** The fill value of the affine transform, plus 256 times that of the erased rectangle. */
    public static final int FILLS = 20;

    /** Color operations, four bits each, the first in the lowest bits; 0 ends the list. */
    public static final int COLORS = 21;

    /** A float that values are multiplied by. */
    public static final int BRIGHTNESS = 22;

    /** A float: the distance from the mean gray of the image is multiplied by it. */
    public static final int CONTRAST = 23;

    /** A float: the distance from the gray of the pixel is multiplied by it. */
    public static final int SATURATION = 24;

    /** 256ths of the color circle. */
    public static final int HUE = 25;

    /** The number of neighbors in each direction that contribute to a pixel; 0 is no blur. */
    public static final int BLUR_RADIUS = 26;

    /** A float: the weight of the neighbor at distance k is this to the power of k², before weights are normalized to sum 1. */
    public static final int BLUR_DECAY = 27;

    /** Left, top, right and bottom of the erased rectangle; empty unless right is greater than left. */
    public static final int ERASE = 28;

    // ---- in SAMPLING

    /** The border mode is in the two lowest bits. */
    public static final int BORDER_MASK = 3;

    /** The nearest pixel of the window. */
    public static final int NEAREST = 0;

    public static final int BLACK = 1;

    /** The window reflected at its last pixel, which is not repeated. */
    public static final int REFLECTED = 2;

    /** Whole pixels are copied: scales are 1 or -1 and offsets are integers. */
    public static final int COPIES = 4;

    /** The mean over the width that a pixel covers; else linear interpolation. */
    public static final int MEAN_X = 8;

    public static final int MEAN_Y = 16;

    /** There is an affine transform. */
    public static final int HAS_AFFINE = 32;

    // ---- in COLORS

    public static final int BRIGHTEN = 1;
    public static final int CONTRAST_FROM_MEAN = 2;
    public static final int SATURATE = 3;
    public static final int SHIFT_HUE = 4;
    public static final int GRAY = 5;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    private final MemorySegment row;
    private int operations;

    private AugmentationParameters(MemorySegment row) {
        if (row.byteSize() != BYTES) {
            throw new IllegalArgumentException(
                    "the parameters of an image take %d bytes, got %d".formatted(BYTES, row.byteSize()));
        }
        this.row = row;
    }

    /** Begins with empty parameters: source 0, of which nothing is visible. */
    public static AugmentationParameters begin(MemorySegment row) {
        var parameters = new AugmentationParameters(row);
        row.fill((byte) 0);
        return parameters;
    }

    /** Appends to parameters that were written before. */
    public static AugmentationParameters append(MemorySegment row) {
        var parameters = new AugmentationParameters(row);
        while (row.getAtIndex(INT, COLORS) >>> (4 * parameters.operations) != 0) {
            parameters.operations++;
        }
        return parameters;
    }

    public AugmentationParameters source(int index) {
        return set(SOURCE, index);
    }

    /** The source position of each canvas pixel; {@code sampling} is a border mode with flags. */
    public AugmentationParameters crop(double scaleX, double offsetX, double scaleY, double offsetY, int sampling) {
        set(SCALE_X, scaleX);
        set(OFFSET_X, offsetX);
        set(SCALE_Y, scaleY);
        set(OFFSET_Y, offsetY);
        boolean copies = isUnit(scaleX) && isUnit(scaleY) && isWhole(offsetX) && isWhole(offsetY);
        return set(SAMPLING, sampling | (copies ? COPIES : 0));
    }

    private static boolean isUnit(double scale) {
        return Math.abs(scale) == 1;
    }

    private static boolean isWhole(double offset) {
        return offset == Math.rint(offset);
    }

    /** One side of the window: 0 left, 1 top, 2 right, 3 bottom. */
    public int window(int side) {
        return row.getAtIndex(INT, WINDOW + side);
    }

    /** Makes positions relative to this pixel of the source, for a source that was itself cropped there. */
    public AugmentationParameters relativeTo(int right, int down) {
        set(OFFSET_X, row.getAtIndex(FLOAT, OFFSET_X) - right);
        set(OFFSET_Y, row.getAtIndex(FLOAT, OFFSET_Y) - down);
        return window(window(0) - right, window(1) - down, window(2) - right, window(3) - down);
    }

    public AugmentationParameters window(int left, int top, int right, int bottom) {
        return rectangle(WINDOW, left, top, right, bottom);
    }

    public AugmentationParameters visible(int left, int top, int right, int bottom) {
        return rectangle(VISIBLE, left, top, right, bottom);
    }

    /** The six values of {@link #AFFINE}. */
    public AugmentationParameters affine(double xx, double xy, double x, double yx, double yy, double y, int fill) {
        set(AFFINE, xx);
        set(AFFINE + 1, xy);
        set(AFFINE + 2, x);
        set(AFFINE + 3, yx);
        set(AFFINE + 4, yy);
        set(AFFINE + 5, y);
        set(FILLS, (row.getAtIndex(INT, FILLS) & ~255) | fill);
        return set(SAMPLING, row.getAtIndex(INT, SAMPLING) | HAS_AFFINE);
    }

    public AugmentationParameters brighten(double factor) {
        set(BRIGHTNESS, factor);
        return operation(BRIGHTEN);
    }

    public AugmentationParameters contrast(double factor) {
        set(CONTRAST, factor);
        return operation(CONTRAST_FROM_MEAN);
    }

    public AugmentationParameters saturate(double factor) {
        set(SATURATION, factor);
        return operation(SATURATE);
    }

    public AugmentationParameters shiftHue(int parts) {
        set(HUE, parts);
        return operation(SHIFT_HUE);
    }

    public AugmentationParameters gray() {
        return operation(GRAY);
    }

    /** By a Gaussian of this standard deviation, cut where it has almost no weight. */
    public AugmentationParameters blur(double sigma) {
        set(BLUR_RADIUS, (int) Math.rint(6 * sigma + 1) / 2);
        return set(BLUR_DECAY, StrictMath.exp(-1 / (2 * sigma * sigma)));
    }

    public AugmentationParameters erase(int left, int top, int right, int bottom, int fill) {
        set(FILLS, (row.getAtIndex(INT, FILLS) & 255) | (fill << 8));
        return rectangle(ERASE, left, top, right, bottom);
    }

    private AugmentationParameters operation(int operation) {
        set(COLORS, row.getAtIndex(INT, COLORS) | (operation << (4 * operations)));
        operations++;
        return this;
    }

    private AugmentationParameters rectangle(int at, int left, int top, int right, int bottom) {
        set(at, left);
        set(at + 1, top);
        set(at + 2, right);
        return set(at + 3, bottom);
    }

    private AugmentationParameters set(int word, int value) {
        row.setAtIndex(INT, word, value);
        return this;
    }

    private AugmentationParameters set(int word, double value) {
        row.setAtIndex(FLOAT, word, (float) value);
        return this;
    }
}
