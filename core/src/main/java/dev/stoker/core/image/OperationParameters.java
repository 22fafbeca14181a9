package dev.stoker.core.image;

import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;

/**
 * The operations of one image within its row of {@link AugmentationParameters}: those of RandAugment and its like, which follow
 * one another in any order, as often as they are sampled. Each is a pass over the canvas, after which values are bytes again.
 *
 * <p>An operation takes {@link #SIZE} words: its kind, and up to three parameters. A kind of 0 ends the list. Color operations
 * have the kinds that they have in {@link AugmentationParameters#COLORS}.
 */
public final class OperationParameters {
    /** Nine floats: the inverse map of the {@link #PERSPECTIVE}, of which a list has at most one. */
    public static final int MATRIX = 32;

    /** The word with the kind of the first operation. */
    public static final int FIRST = 44;

    public static final int SIZE = 4;

    /** As many operations as AugMix with three variants of three takes, and one more. */
    public static final int MAXIMUM = 14;

    /** A float: the horizontal shift per line. */
    public static final int SHEAR_X = 6;

    /** A float: the vertical shift per column. */
    public static final int SHEAR_Y = 7;

    /** Two floats: pixels to the right, and down. */
    public static final int TRANSLATE = 8;

    /** Two floats, the cosine and sine of the angle: clockwise about the center. */
    public static final int ROTATE = 9;

    /** The third parameter is the value of what is outside the image. */
    public static final int PERSPECTIVE = 10;

    /** A float: 1 changes nothing, more sharpens, less smooths. */
    public static final int SHARPEN = 11;

    /** The bits of a value that are kept. */
    public static final int POSTERIZE = 12;

    /** The smallest value that is inverted. */
    public static final int SOLARIZE = 13;

    public static final int AUTO_CONTRAST = 14;
    public static final int EQUALIZE = 15;

    /** A float, the weight of the canvas: it is remembered as the original, and begins a weighted sum. */
    public static final int MIX_BEGIN = 16;

    /** A float: the canvas is added to the sum with this weight, and the original takes its place. */
    public static final int MIX_NEXT = 17;

    /** A float: the canvas is added to the sum with this weight, and the sum takes its place. */
    public static final int MIX_END = 18;

    private static final ValueLayout.OfInt INT = ValueLayout.JAVA_INT;
    private static final ValueLayout.OfFloat FLOAT = ValueLayout.JAVA_FLOAT;

    private final MemorySegment row;
    private int count;

    private OperationParameters(MemorySegment row) {
        this.row = row;
    }

    /** Appends to the operations of a row that {@link AugmentationParameters} began. */
    public static OperationParameters append(MemorySegment row) {
        var operations = new OperationParameters(row);
        while (operations.count < MAXIMUM && row.getAtIndex(INT, operations.next()) != 0) {
            operations.count++;
        }
        return operations;
    }

    private int next() {
        return FIRST + SIZE * count;
    }

    public OperationParameters brighten(double factor) {
        return add(AugmentationParameters.BRIGHTEN, factor);
    }

    public OperationParameters contrast(double factor) {
        return add(AugmentationParameters.CONTRAST_FROM_MEAN, factor);
    }

    public OperationParameters saturate(double factor) {
        return add(AugmentationParameters.SATURATE, factor);
    }

    public OperationParameters shiftHue(int parts) {
        return add(AugmentationParameters.SHIFT_HUE, parts);
    }

    public OperationParameters gray() {
        return add(AugmentationParameters.GRAY, 0);
    }

    public OperationParameters shearX(double slant) {
        return add(SHEAR_X, slant);
    }

    public OperationParameters shearY(double slant) {
        return add(SHEAR_Y, slant);
    }

    public OperationParameters translate(double right, double down) {
        return add(TRANSLATE, bits(right), bits(down), 0);
    }

    /** By an angle in radians. */
    public OperationParameters rotate(double angle) {
        return add(ROTATE, bits(StrictMath.cos(angle)), bits(StrictMath.sin(angle)), 0);
    }

    /** By a matrix that takes pixels of the result to where they come from, line by line. */
    public OperationParameters perspective(double[] matrix, int fill) {
        for (int i = 0; i < 9; i++) {
            row.setAtIndex(FLOAT, MATRIX + i, (float) matrix[i]);
        }
        return add(PERSPECTIVE, 0, 0, fill);
    }

    public OperationParameters sharpen(double factor) {
        return add(SHARPEN, factor);
    }

    /** Keeps the upper bits. */
    public OperationParameters posterize(int bits) {
        return add(POSTERIZE, 255 & (-1 << (8 - bits)));
    }

    public OperationParameters solarize(int threshold) {
        return add(SOLARIZE, threshold);
    }

    public OperationParameters autoContrast() {
        return add(AUTO_CONTRAST, 0);
    }

    public OperationParameters equalize() {
        return add(EQUALIZE, 0);
    }

    public OperationParameters mixBegin(double weight) {
        return add(MIX_BEGIN, weight);
    }

    public OperationParameters mixNext(double weight) {
        return add(MIX_NEXT, weight);
    }

    public OperationParameters mixEnd(double weight) {
        return add(MIX_END, weight);
    }

    private OperationParameters add(int kind, double parameter) {
        return add(kind, bits(parameter), 0, 0);
    }

    private OperationParameters add(int kind, int parameter) {
        return add(kind, parameter, 0, 0);
    }

    private static int bits(double value) {
        return Float.floatToRawIntBits((float) value);
    }

    private OperationParameters add(int kind, int first, int second, int third) {
        if (count == MAXIMUM) {
            throw new IllegalStateException("an image has at most %d operations".formatted(MAXIMUM));
        }
        row.setAtIndex(INT, next(), kind);
        row.setAtIndex(INT, next() + 1, first);
        row.setAtIndex(INT, next() + 2, second);
        row.setAtIndex(INT, next() + 3, third);
        count++;
        return this;
    }
}
