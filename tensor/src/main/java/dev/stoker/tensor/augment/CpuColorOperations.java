package dev.stoker.tensor.augment;

import static dev.stoker.tensor.augment.CpuImageResampler.level;

import dev.stoker.core.image.AugmentationParameters;

/** Color operations on a pixel, as in augment.cu, with bit-identical results. */
final class CpuColorOperations {
    /** No operation: all of them are applied. */
    static final int NEVER = -1;

    private CpuColorOperations() {}

    static boolean needMean(int[] words) {
        for (int left = words[AugmentationParameters.COLORS]; left != 0; left >>>= 4) {
            if ((left & 15) == AugmentationParameters.CONTRAST_FROM_MEAN) {
                return true;
            }
        }
        return false;
    }

    /** Applies the operations, to the end or up to one that is not applied. */
    static void apply(int[] words, int until, float meanGray, int[] value) {
        for (int left = words[AugmentationParameters.COLORS]; left != 0; left >>>= 4) {
            int operation = left & 15;
            if (operation == until) {
                return;
            }
            switch (operation) {
                case AugmentationParameters.BRIGHTEN -> line(value, real(words, AugmentationParameters.BRIGHTNESS), 0);
                case AugmentationParameters.CONTRAST_FROM_MEAN -> {
                    float factor = real(words, AugmentationParameters.CONTRAST);
                    line(value, factor, (1 - factor) * meanGray);
                }
                case AugmentationParameters.SATURATE ->
                    change(operation, words[AugmentationParameters.SATURATION], value);
                default -> change(operation, words[AugmentationParameters.HUE], value);
            }
        }
    }

    /** Saturation, hue or grayscale of a pixel; the parameter is the word of the first two. */
    static void change(int operation, int parameter, int[] value) {
        switch (operation) {
            case AugmentationParameters.SATURATE -> saturate(value, Float.intBitsToFloat(parameter));
            case AugmentationParameters.SHIFT_HUE -> shiftHue(value, parameter);
            default -> gray(value);
        }
    }

    /** Of the sums of an image's channels. */
    static float meanGray(long[] sums, int pixels) {
        return sums.length == 1
                ? (float) sums[0] / pixels
                : 0.299f * ((float) sums[0] / pixels)
                        + 0.587f * ((float) sums[1] / pixels)
                        + 0.114f * ((float) sums[2] / pixels);
    }

    private static float real(int[] words, int word) {
        return Float.intBitsToFloat(words[word]);
    }

    private static void line(int[] value, float factor, float rest) {
        for (int c = 0; c < value.length; c++) {
            value[c] = level(value[c] * factor + rest);
        }
    }

    /** In integer 1024ths, as OpenCV does. */
    private static void saturate(int[] value, float factor) {
        float rest = 1 - factor;
        float red = rest * 0.299f;
        float green = rest * 0.587f;
        float blue = rest * 0.114f;
        int newRed = parts(red + factor) * value[0] + parts(green) * value[1] + parts(blue) * value[2];
        int newGreen = parts(red) * value[0] + parts(green + factor) * value[1] + parts(blue) * value[2];
        int newBlue = parts(red) * value[0] + parts(green) * value[1] + parts(blue + factor) * value[2];
        set(value, whole(newRed), whole(newGreen), whole(newBlue));
    }

    private static int parts(float share) {
        return (int) Math.rint(1024 * share);
    }

    private static int whole(int parts) {
        return Math.clamp((parts + 512) >> 10, 0, 255);
    }

    /** To hue, saturation and value in bytes, and back, as OpenCV does: with 256 hues forward and 255 back. */
    private static void shiftHue(int[] value, int parts) {
        int most = Math.max(value[0], Math.max(value[1], value[2]));
        int range = most - Math.min(value[0], Math.min(value[1], value[2]));
        if (range == 0) {
            return;
        }
        int perLevel = (2 * (255 << 12) + most) / (2 * most);
        int strength = (range * perLevel + 2048) >> 12;
        int perStep = ((256 << 12) + 3 * range) / (6 * range);
        int hue = (huePosition(value, most, range) * perStep + 2048) >> 12;
        fromHsv((hue + parts) & 255, strength, most, value);
    }

    /** The position on the color circle of six ranges. */
    private static int huePosition(int[] value, int most, int range) {
        if (most == value[0]) {
            return value[1] - value[2];
        }
        return most == value[1] ? value[2] - value[0] + 2 * range : value[0] - value[1] + 4 * range;
    }

    private static void fromHsv(int hue, int strength, int most, int[] value) {
        float angle = hue * (6 / 255f);
        int sector = (int) Math.floor(angle);
        float within = angle - sector;
        float share = strength * (1 / 255f);
        float bright = most * (1 / 255f);
        int high = level(255 * bright);
        int low = level(255 * (bright * (1 - share)));
        int falling = level(255 * (bright * (1 - share * within)));
        int rising = level(255 * (bright * (1 - share * (1 - within))));
        switch (sector) {
            case 1 -> set(value, falling, high, low);
            case 2 -> set(value, low, high, rising);
            case 3 -> set(value, low, falling, high);
            case 4 -> set(value, rising, low, high);
            case 5 -> set(value, high, low, falling);
            default -> set(value, high, rising, low);
        }
    }

    private static void set(int[] value, int red, int green, int blue) {
        value[0] = red;
        value[1] = green;
        value[2] = blue;
    }

    private static void gray(int[] value) {
        int gray = (9798 * value[0] + 19235 * value[1] + 3735 * value[2] + 16384) >> 15;
        set(value, gray, gray, gray);
    }
}
