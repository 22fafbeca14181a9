package dev.stoker.tensor.augment;

import static dev.stoker.tensor.augment.CpuImageResampler.fixedPointCoordinate;

import dev.stoker.core.image.OperationParameters;
import java.util.Arrays;

/** An operation that moves the pixels of a canvas, with linear interpolation. */
final class CpuCanvasWarp {
    private static final float LIMIT = 1e8f;

    private final int channels;
    private final int height;
    private final int width;
    private final int[] words;
    private final boolean isPerspective;
    private final int fill;
    private final float[] affine;
    private final int[] sum;

    CpuCanvasWarp(int channels, int height, int width, int[] words, int operation) {
        this.channels = channels;
        this.height = height;
        this.width = width;
        this.words = words;
        isPerspective = words[operation] == OperationParameters.PERSPECTIVE;
        fill = words[operation + 3];
        affine = matrix(
                words[operation],
                Float.intBitsToFloat(words[operation + 1]),
                Float.intBitsToFloat(words[operation + 2]));
        sum = new int[channels];
    }

    /** Six values as in {@link dev.stoker.core.image.AugmentationParameters#AFFINE}. */
    private float[] matrix(int kind, float first, float second) {
        return switch (kind) {
            case OperationParameters.SHEAR_X -> new float[] {1, first, 0.5f * first, 0, 1, 0};
            case OperationParameters.SHEAR_Y -> new float[] {1, 0, 0, first, 1, 0.5f * first};
            case OperationParameters.TRANSLATE -> new float[] {1, 0, -first, 0, 1, -second};
            default -> rotation(first, second, 0.5f * (width - 1), 0.5f * (height - 1));
        };
    }

    private static float[] rotation(float cosine, float sine, float middleX, float middleY) {
        return new float[] {
            cosine,
            sine,
            middleX - cosine * middleX - sine * middleY,
            -sine,
            cosine,
            middleY - -sine * middleX - cosine * middleY
        };
    }

    void warp(int[] canvas, int[] result) {
        for (int pixel = 0; pixel < height * width; pixel++) {
            int x = pixel % width;
            int y = pixel / width;
            if (isPerspective) {
                float depth = line(OperationParameters.MATRIX + 6, x, y);
                float perDepth = depth != 0 ? 32 / depth : 0;
                int u = perspectiveCoordinate(OperationParameters.MATRIX, perDepth, x, y);
                int v = perspectiveCoordinate(OperationParameters.MATRIX + 3, perDepth, x, y);
                interpolate(canvas, u, v);
            } else {
                int u = fixedPointCoordinate(affine[0], affine[1], affine[2], x, y);
                int v = fixedPointCoordinate(affine[3], affine[4], affine[5], x, y);
                interpolate(canvas, u, v);
            }
            for (int c = 0; c < channels; c++) {
                result[pixel * channels + c] = sum[c] >> 10;
            }
        }
    }

    private float line(int word, int x, int y) {
        return real(word) * x + (real(word + 1) * y + real(word + 2));
    }

    private float real(int word) {
        return Float.intBitsToFloat(words[word]);
    }

    /** As OpenCV does: 32nds are divided by the depth, and rounded once. */
    private int perspectiveCoordinate(int word, float perDepth, int x, int y) {
        float position = line(word, x, y) * perDepth;
        float limited = position > -LIMIT ? Math.min(position, LIMIT) : -LIMIT;
        return (int) Math.rint(limited);
    }

    /** Of the four pixels around a position in 32nds of a pixel. */
    private void interpolate(int[] canvas, int u, int v) {
        int left = u >> 5;
        int top = v >> 5;
        int right = u & 31;
        int down = v & 31;
        Arrays.fill(sum, 512);
        corner(canvas, left, top, (32 - right) * (32 - down));
        corner(canvas, left + 1, top, right * (32 - down));
        corner(canvas, left, top + 1, (32 - right) * down);
        corner(canvas, left + 1, top + 1, right * down);
    }

    private void corner(int[] canvas, int x, int y, int weight) {
        boolean inside = x >= 0 && y >= 0 && x < width && y < height;
        for (int c = 0; c < channels; c++) {
            sum[c] += weight * (inside ? canvas[(y * width + x) * channels + c] : fill);
        }
    }
}
