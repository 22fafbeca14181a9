package dev.stoker.core.image;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * How one image is made out of a source image, in 32 words of 4 bytes: drawn once, and read alike by whatever makes the
 * pixels, on the CPU or on a device. In the order of the work:
 *
 * <ol>
 *   <li>the <b>frame</b>: which pixel of the source stands at each pixel of the canvas; it scales, moves and flips;
 *   <li>the <b>turn</b>: where on the canvas each pixel is taken from, interpolated linearly, if there is one;
 *   <li>the <b>colors</b>: operations in an order of their own, each at most once;
 *   <li>the <b>blur</b>, and the <b>cut</b>, a rectangle that is filled.
 * </ol>
 *
 * <p>Values are whole levels from 0 to 255 after each of these, and after each operation on colors, as they are where
 * each is a pass over bytes. The constants are the numbers of words; those with no type said hold whole numbers. Frame and turn
 * are two maps, and not one, because a turn shows what lies beyond the canvas as its fill and never more of the source.
 */
public final class AugmentationParameters {
    public static final int WORDS = 32;
    public static final int BYTES = 4 * WORDS;

    /** Which of the source images. */
    public static final int SOURCE = 0;

    /**
     * Floats: canvas column {@code x} shows column {@code scale·x + offset} of the source, and so for lines. Whole
     * numbers are the middles of pixels.
     */
    public static final int SCALE_X = 1;

    public static final int OFFSET_X = 2;
    public static final int SCALE_Y = 3;
    public static final int OFFSET_Y = 4;

    /** Left, top, right and bottom of the source pixels that are looked at; right and bottom lie just behind. */
    public static final int WINDOW = 5;

    /** The same of the canvas pixels that show the source; the others are black. */
    public static final int SHOWN = 9;

    /** What stands beyond the window, and the flags below. */
    public static final int SAMPLING = 13;

    /** Six floats: canvas pixel (x, y) comes from ({@code t0·x + t1·y + t2}, {@code t3·x + t4·y + t5}). */
    public static final int AFFINE = 14;

    /** What a turn brings in from beyond the canvas, and 256 times what the cut is filled with. */
    public static final int FILLS = 20;

    /** Operations on colors, four bits each, the first in the lowest; 0 is the end. */
    public static final int COLORS = 21;

    /** A float that values are multiplied by. */
    public static final int BRIGHTNESS = 22;

    /** A float: the distance from the mean gray of the image is multiplied by it. */
    public static final int CONTRAST = 23;

    /** A float: the distance from the gray of the pixel is multiplied by it. */
    public static final int SATURATION = 24;

    /** 256ths of the color circle. */
    public static final int HUE = 25;

    /** How many neighbors each way go into a pixel; 0 is no blur. */
    public static final int BLUR_RADIUS = 26;

    /** A float: the neighbor at distance k has this to the power of k² as its weight, before weights are made to add up to 1. */
    public static final int BLUR_DECAY = 27;

    /** Left, top, right and bottom of what is filled; empty where the right is not beyond the left. */
    public static final int ERASE = 28;

    // ---- in SAMPLING

    /** The two lowest bits. */
    public static final int BORDER_MASK = 3;

    /** The nearest pixel of the window. */
    public static final int NEAREST = 0;

    public static final int BLACK = 1;

    /** The window as in a flip that stands on its last pixel. */
    public static final int REFLECTED = 2;

    /** Whole pixels are copied: scales are 1 or -1 and offsets whole. */
    public static final int COPIES = 4;

    /** The mean over the width that a pixel covers; else linear interpolation. */
    public static final int MEAN_X = 8;

    public static final int MEAN_Y = 16;

    /** There is a turn. */
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

    /** Begins with nothing said: source 0, of which nothing is shown. */
    public static AugmentationParameters begin(MemorySegment row) {
        var parameters = new AugmentationParameters(row);
        row.fill((byte) 0);
        return parameters;
    }

    /** Goes on behind what is said already. */
    public static AugmentationParameters continued(MemorySegment row) {
        var parameters = new AugmentationParameters(row);
        while (row.getAtIndex(INT, COLORS) >>> (4 * parameters.operations) != 0) {
            parameters.operations++;
        }
        return parameters;
    }

    public AugmentationParameters source(int index) {
        return set(SOURCE, index);
    }

    /** Which source pixel stands at which canvas pixel; {@code sampling} is one of what may lie beyond, with flags. */
    public AugmentationParameters frame(double scaleX, double offsetX, double scaleY, double offsetY, int sampling) {
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

    /** The same image of a source that begins so many pixels further right and further down. */
    public AugmentationParameters moved(int right, int down) {
        set(OFFSET_X, row.getAtIndex(FLOAT, OFFSET_X) - right);
        set(OFFSET_Y, row.getAtIndex(FLOAT, OFFSET_Y) - down);
        return window(window(0) - right, window(1) - down, window(2) - right, window(3) - down);
    }

    public AugmentationParameters window(int left, int top, int right, int bottom) {
        return rectangle(WINDOW, left, top, right, bottom);
    }

    public AugmentationParameters shown(int left, int top, int right, int bottom) {
        return rectangle(SHOWN, left, top, right, bottom);
    }

    /** The six numbers of {@link #AFFINE}. */
    public AugmentationParameters turn(double xx, double xy, double x, double yx, double yy, double y, int fill) {
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

    public AugmentationParameters cut(int left, int top, int right, int bottom, int fill) {
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
