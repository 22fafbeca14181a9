package dev.stoker.tensor.augment;

import static dev.stoker.tensor.augment.CpuImageResampler.level;

import dev.stoker.core.image.AugmentationParameters;
import dev.stoker.core.image.OperationParameters;
import java.util.Arrays;

/** Operations that replace values one by one, by a table for each channel, which may depend on its histogram. */
final class CpuLevelTables {
    private static final int LEVELS = 256;

    private final int pixels;
    private final int[][] histograms;

    CpuLevelTables(int channels, int pixels) {
        this.pixels = pixels;
        histograms = new int[channels][LEVELS];
    }

    void apply(int[] words, int operation, int[] canvas, int[] result) {
        count(canvas);
        int channels = histograms.length;
        float gray = words[operation] == AugmentationParameters.CONTRAST_FROM_MEAN ? meanGray() : 0;
        for (int channel = 0; channel < channels; channel++) {
            var table = new int[LEVELS];
            for (int value = 0; value < LEVELS; value++) {
                table[value] = entry(words, operation, histograms[channel], gray, value);
            }
            for (int i = channel; i < canvas.length; i += channels) {
                result[i] = table[canvas[i]];
            }
        }
    }

    private void count(int[] canvas) {
        for (var histogram : histograms) {
            Arrays.fill(histogram, 0);
        }
        for (int i = 0; i < canvas.length; i++) {
            histograms[i % histograms.length][canvas[i]]++;
        }
    }

    private int entry(int[] words, int operation, int[] histogram, float gray, int value) {
        int first = words[operation + 1];
        float factor = Float.intBitsToFloat(first);
        return switch (words[operation]) {
            case AugmentationParameters.BRIGHTEN -> level(value * factor);
            case AugmentationParameters.CONTRAST_FROM_MEAN -> level(value * factor + (1 - factor) * gray);
            case OperationParameters.POSTERIZE -> value & first;
            case OperationParameters.SOLARIZE -> value >= first ? 255 - value : value;
            case OperationParameters.AUTO_CONTRAST -> stretched(histogram, value);
            case OperationParameters.EQUALIZE -> equalized(histogram, value);
            default -> throw new IllegalArgumentException("there is no operation " + words[operation]);
        };
    }

    private float meanGray() {
        var sums = new long[histograms.length];
        for (int channel = 0; channel < sums.length; channel++) {
            for (int value = 0; value < LEVELS; value++) {
                sums[channel] += (long) value * histograms[channel][value];
            }
        }
        return CpuColorOperations.meanGray(sums, pixels);
    }

    private static int stretched(int[] histogram, int value) {
        int low = 0;
        int high = LEVELS - 1;
        while (low < high && histogram[low] == 0) {
            low++;
        }
        while (high > low && histogram[high] == 0) {
            high--;
        }
        return high == low ? value : Math.clamp(255L * (value - low) / (high - low), 0, 255);
    }

    private int equalized(int[] histogram, int value) {
        int highest = LEVELS - 1;
        while (highest > 0 && histogram[highest] == 0) {
            highest--;
        }
        int step = (pixels - histogram[highest]) / 255;
        if (step == 0) {
            return value;
        }
        int sum = step / 2;
        for (int below = 0; below < value; below++) {
            sum += histogram[below];
        }
        return Math.min(255, sum / step);
    }
}
