package dev.stoker.tensor.augment;

import static dev.stoker.tensor.augment.CpuImageResampler.level;

import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.OperationParameters;

/** The operations of one image, as in operations.cuh, with bit-identical results. */
final class CpuOperations {
    private final int channels;
    private final int height;
    private final int width;
    private final int[] words;
    private int[] canvas;
    private int[] result;
    private int[] original = {};
    private float[] sums = {};

    CpuOperations(int channels, int height, int width, int[] words, int[] canvas) {
        this.channels = channels;
        this.height = height;
        this.width = width;
        this.words = words;
        this.canvas = canvas;
        result = new int[count(words) == 0 ? 0 : canvas.length];
    }

    static int word(int operation) {
        return OperationParameters.FIRST + OperationParameters.SIZE * operation;
    }

    static int count(int[] words) {
        int count = 0;
        while (count < OperationParameters.MAXIMUM && words[word(count)] != 0) {
            count++;
        }
        return count;
    }

    static boolean mix(int[] words) {
        for (int i = 0; i < count(words); i++) {
            if (words[word(i)] >= OperationParameters.MIX_BEGIN) {
                return true;
            }
        }
        return false;
    }

    /** The canvas after all operations. */
    int[] apply() {
        for (int i = 0; i < count(words); i++) {
            apply(word(i));
            var next = result;
            result = canvas;
            canvas = next;
        }
        return canvas;
    }

    private float real(int word) {
        return Float.intBitsToFloat(words[word]);
    }

    private void apply(int operation) {
        switch (words[operation]) {
            case OperationParameters.SHEAR_X,
                    OperationParameters.SHEAR_Y,
                    OperationParameters.TRANSLATE,
                    OperationParameters.ROTATE,
                    OperationParameters.PERSPECTIVE ->
                new CpuCanvasWarp(channels, height, width, words, operation).warp(canvas, result);
            case OperationParameters.SHARPEN -> sharpen(real(operation + 1));
            case AugmentationParameters.SATURATE, AugmentationParameters.SHIFT_HUE, AugmentationParameters.GRAY ->
                color(operation);
            case OperationParameters.MIX_BEGIN, OperationParameters.MIX_NEXT, OperationParameters.MIX_END ->
                mix(words[operation], real(operation + 1));
            default -> new CpuLevelTables(channels, height * width).apply(words, operation, canvas, result);
        }
    }

    /** Away from a smoothed image, in which the pixel counts five times; the outermost pixels do not change. */
    private void sharpen(float factor) {
        int line = width * channels;
        for (int i = 0; i < canvas.length; i++) {
            int x = i % line / channels;
            int y = i / line;
            boolean outermost = x == 0 || y == 0 || x == width - 1 || y == height - 1;
            result[i] = outermost ? canvas[i] : level(canvas[i] * factor + (1 - factor) * (weighted(i, line) / 13f));
        }
    }

    private int weighted(int i, int line) {
        int sum = 4 * canvas[i];
        for (int down = -line; down <= line; down += line) {
            sum += canvas[i + down - channels] + canvas[i + down] + canvas[i + down + channels];
        }
        return sum;
    }

    private void color(int operation) {
        var value = new int[channels];
        for (int i = 0; i < canvas.length; i += channels) {
            System.arraycopy(canvas, i, value, 0, channels);
            if (channels == 3) {
                CpuColorOperations.change(words[operation], words[operation + 1], value);
            }
            System.arraycopy(value, 0, result, i, channels);
        }
    }

    private void mix(int kind, float weight) {
        if (kind == OperationParameters.MIX_BEGIN) {
            original = canvas.clone();
            sums = new float[canvas.length];
        }
        for (int i = 0; i < canvas.length; i++) {
            sums[i] += weight * canvas[i];
            result[i] = kind == OperationParameters.MIX_END ? Math.clamp(Math.round(sums[i]), 0, 255) : original[i];
        }
    }
}
