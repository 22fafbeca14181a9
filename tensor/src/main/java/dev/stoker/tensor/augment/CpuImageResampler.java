package dev.stoker.tensor.augment;

import dev.stoker.core.image.AugmentationParameters;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.util.Arrays;

/** One source image, cropped, resized and rotated: the first half of augment.cu, with bit-identical results. */
final class CpuImageResampler {
    private final MemorySegment source;
    private final int sourceWidth;
    private final int channels;
    private final int height;
    private final int width;
    private final int[] words;
    private final int sampling;
    private final float[] sum;
    private final int[] cornerSum;
    private final int[] pixel;

    CpuImageResampler(MemorySegment source, int sourceWidth, int channels, int height, int width, int[] words) {
        this.source = source;
        this.sourceWidth = sourceWidth;
        this.channels = channels;
        this.height = height;
        this.width = width;
        this.words = words;
        sampling = words[AugmentationParameters.SAMPLING];
        sum = new float[channels];
        cornerSum = new int[channels];
        pixel = new int[channels];
    }

    private float real(int word) {
        return Float.intBitsToFloat(words[word]);
    }

    static int level(float value) {
        return (int) Math.clamp(Math.rint(value), 0.0, 255.0);
    }

    static boolean isWithin(int[] words, int rectangle, int x, int y) {
        return x >= words[rectangle]
                && y >= words[rectangle + 1]
                && x < words[rectangle + 2]
                && y < words[rectangle + 3];
    }

    static int reflected(int place, int first, int end) {
        int last = end - 1 - first;
        if (last <= 0) {
            return first;
        }
        int within = place - first;
        while (within < 0 || within > last) {
            within = within < 0 ? -within : 2 * last - within;
        }
        return first + within;
    }

    /** The source pixel at a position of an axis, or -1 where it is black. */
    private int sourceIndex(int place, int axis) {
        int first = words[AugmentationParameters.WINDOW + axis];
        int end = words[AugmentationParameters.WINDOW + 2 + axis];
        if (place >= first && place < end) {
            return place;
        }
        return switch (sampling & AugmentationParameters.BORDER_MASK) {
            case AugmentationParameters.BLACK -> -1;
            case AugmentationParameters.REFLECTED -> reflected(place, first, end);
            default -> place < first ? first : end - 1;
        };
    }

    /** The share of a pixel that an interval of the source covers. */
    private static float covered(float from, float to, int pixel) {
        return Math.max(Math.min(to, pixel + 0.5f) - Math.max(from, pixel - 0.5f), 0);
    }

    private float breadth(int scale, int flag) {
        return (sampling & flag) != 0 ? Math.max(Math.abs(real(scale)), 1) : 1;
    }

    private static int floor(float value) {
        return (int) Math.floor(value);
    }

    private void read(int column, int line, int[] value) {
        long at = ((long) line * sourceWidth + column) * channels;
        for (int c = 0; c < channels; c++) {
            value[c] = Byte.toUnsignedInt(source.get(ValueLayout.JAVA_BYTE, at + c));
        }
    }

    /** Linear interpolation is the mean over an interval that is one pixel wide. */
    private void interpolate(float u, float v, int[] value) {
        float wide = breadth(AugmentationParameters.SCALE_X, AugmentationParameters.MEAN_X);
        float high = breadth(AugmentationParameters.SCALE_Y, AugmentationParameters.MEAN_Y);
        float left = u - 0.5f * wide;
        float right = u + 0.5f * wide;
        float top = v - 0.5f * high;
        float bottom = v + 0.5f * high;
        Arrays.fill(sum, 0);
        for (int y = floor(top + 0.5f); y <= floor(bottom + 0.5f); y++) {
            float share = covered(top, bottom, y);
            int line = sourceIndex(y, 1);
            if (share != 0 && line >= 0) {
                addLine(line, share, left, right);
            }
        }
        for (int c = 0; c < channels; c++) {
            value[c] = level(sum[c] / (wide * high));
        }
    }

    private void addLine(int line, float share, float left, float right) {
        for (int x = floor(left + 0.5f); x <= floor(right + 0.5f); x++) {
            float weight = share * covered(left, right, x);
            int column = sourceIndex(x, 0);
            if (weight != 0 && column >= 0) {
                read(column, line, pixel);
                for (int c = 0; c < channels; c++) {
                    sum[c] += weight * pixel[c];
                }
            }
        }
    }

    private void cropped(int x, int y, int[] value) {
        Arrays.fill(value, 0);
        if (!isWithin(words, AugmentationParameters.VISIBLE, x, y)) {
            return;
        }
        float u = real(AugmentationParameters.SCALE_X) * x + real(AugmentationParameters.OFFSET_X);
        float v = real(AugmentationParameters.SCALE_Y) * y + real(AugmentationParameters.OFFSET_Y);
        if ((sampling & AugmentationParameters.COPIES) != 0) {
            int column = sourceIndex((int) u, 0);
            int line = sourceIndex((int) v, 1);
            if (column >= 0 && line >= 0) {
                read(column, line, value);
            }
        } else {
            interpolate(u, v, value);
        }
    }

    /** The pixel of the canvas after rotation. */
    void rotated(int x, int y, int[] value) {
        if ((sampling & AugmentationParameters.HAS_AFFINE) == 0) {
            cropped(x, y, value);
            return;
        }
        int u = affineCoordinate(AugmentationParameters.AFFINE, x, y);
        int v = affineCoordinate(AugmentationParameters.AFFINE + 3, x, y);
        int left = u >> 5;
        int top = v >> 5;
        int right = u & 31;
        int down = v & 31;
        Arrays.fill(cornerSum, 512);
        corner(left, top, (32 - right) * (32 - down), value);
        corner(left + 1, top, right * (32 - down), value);
        corner(left, top + 1, (32 - right) * down, value);
        corner(left + 1, top + 1, right * down, value);
        for (int c = 0; c < channels; c++) {
            value[c] = cornerSum[c] >> 10;
        }
    }

    private int affineCoordinate(int matrix, int x, int y) {
        return fixedPointCoordinate(real(matrix), real(matrix + 1), real(matrix + 2), x, y);
    }

    /** The source coordinate of a pixel in 32nds of a pixel, rounded by way of 1024ths, as OpenCV does. */
    static int fixedPointCoordinate(float perColumn, float perLine, float offset, int x, int y) {
        int across = (int) Math.rint(1024 * (perColumn * x));
        int down = (int) Math.rint(1024 * (perLine * y + offset));
        return (across + down + 16) >> 5;
    }

    private void corner(int x, int y, int weight, int[] value) {
        if (weight == 0) {
            return;
        }
        if (x >= 0 && y >= 0 && x < width && y < height) {
            cropped(x, y, value);
        } else {
            Arrays.fill(value, words[AugmentationParameters.FILLS] & 255);
        }
        for (int c = 0; c < channels; c++) {
            cornerSum[c] += weight * value[c];
        }
    }
}
