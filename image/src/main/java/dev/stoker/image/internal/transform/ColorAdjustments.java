package dev.stoker.image.internal.transform;

import static org.bytedeco.opencv.global.opencv_imgproc.COLOR_HSV2RGB_FULL;
import static org.bytedeco.opencv.global.opencv_imgproc.COLOR_RGB2HSV_FULL;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.internal.Luma;
import dev.stoker.image.internal.MatImage;
import dev.stoker.image.internal.Workspace;
import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.ParameterRange;
import org.bytedeco.opencv.global.opencv_core;
import org.bytedeco.opencv.global.opencv_imgproc;

/** Changes colors in place. Factors are as in Pillow: 0 removes the property, 1 changes nothing. */
final class ColorAdjustments {
    /** The permutations of four properties. */
    static final int ORDERS = 24;

    static final int BRIGHTNESS = 0;
    static final int CONTRAST = 1;
    static final int SATURATION = 2;

    private static final int SAME_TYPE = -1;
    private static final double[] WEIGHTS = {Luma.RED, Luma.GREEN, Luma.BLUE};
    private static final int[][] PROPERTIES = allOrders();

    private ColorAdjustments() {}

    /** Factors, and the shift of the hue as a share of the color circle. */
    record Adjustment(double brightness, double contrast, double saturation, double hue) {}

    /** Samples the order first and then a value for each property, used or not, so that later random numbers do not shift. */
    static void jitter(ColorJitter transform, MatImage canvas, SeededRandom random, Workspace workspace) {
        int order = random.nextInt(ORDERS);
        adjust(canvas, sample(transform, random), order, workspace);
    }

    static Adjustment sample(ColorJitter transform, SeededRandom random) {
        double brightness = factor(transform.brightness(), random);
        double contrast = factor(transform.contrast(), random);
        double saturation = factor(transform.saturation(), random);
        double hue = transform.hue() * (2 * random.nextDouble() - 1);
        return new Adjustment(brightness, contrast, saturation, hue);
    }

    /** Adjusts the four properties in the order with this number. */
    static void adjust(MatImage canvas, Adjustment adjustment, int order, Workspace workspace) {
        for (int property : PROPERTIES[order]) {
            switch (property) {
                case BRIGHTNESS -> brightness(canvas, adjustment.brightness);
                case CONTRAST -> contrast(canvas, adjustment.contrast);
                case SATURATION -> saturation(canvas, adjustment.saturation, workspace);
                default -> hue(canvas, adjustment.hue, workspace);
            }
        }
    }

    /** The properties in the order of this number. */
    static int[] properties(int order) {
        return PROPERTIES[order];
    }

    private static int[][] allOrders() {
        var orders = new int[ORDERS][];
        for (int number = 0; number < ORDERS; number++) {
            orders[number] = order(number);
        }
        return orders;
    }

    private static int[] order(int number) {
        var order = new int[4];
        int left = 0b1111;
        for (int choices = 4; choices > 0; number /= choices, choices--) {
            int property = nthSetBit(left, number % choices);
            left &= ~(1 << property);
            order[4 - choices] = property;
        }
        return order;
    }

    private static int nthSetBit(int bits, int index) {
        for (int i = 0; i < index; i++) {
            bits &= bits - 1;
        }
        return Integer.numberOfTrailingZeros(bits);
    }

    private static double factor(double deviation, SeededRandom random) {
        return new ParameterRange(Math.max(0, 1 - deviation), 1 + deviation).sample(random);
    }

    static void brightness(MatImage canvas, double factor) {
        if (factor != 1) {
            canvas.mat().convertTo(canvas.mat(), SAME_TYPE, factor, 0);
        }
    }

    static void contrast(MatImage canvas, double factor) {
        if (factor != 1) {
            canvas.mat().convertTo(canvas.mat(), SAME_TYPE, factor, (1 - factor) * meanLuma(canvas));
        }
    }

    private static double meanLuma(MatImage canvas) {
        try (var means = opencv_core.mean(canvas.mat())) {
            return canvas.channels() == 1 ? means.get(0) : Luma.of(means.get(0), means.get(1), means.get(2));
        }
    }

    static void saturation(MatImage canvas, double factor, Workspace workspace) {
        if (factor == 1 || canvas.channels() == 1) {
            return;
        }
        for (int to = 0; to < 3; to++) {
            for (int from = 0; from < 3; from++) {
                workspace.square(to, from, (1 - factor) * WEIGHTS[from] + (from == to ? factor : 0));
            }
        }
        opencv_core.transform(canvas.mat(), canvas.mat(), workspace.square());
    }

    /** Shifts the hue by a share of the color circle, in steps of 1/256, as bytes allow. */
    static void hue(MatImage canvas, double share, Workspace workspace) {
        int shift = hueShift(share);
        if (shift == 0 || canvas.channels() == 1) {
            return;
        }
        var turned = workspace.temporary.like(canvas);
        opencv_imgproc.cvtColor(canvas.mat(), turned.mat(), COLOR_RGB2HSV_FULL);
        LookupTables.apply(turned, (value, channel) -> channel == 0 ? (value + shift) & 255 : value, workspace);
        opencv_imgproc.cvtColor(turned.mat(), canvas.mat(), COLOR_HSV2RGB_FULL);
    }

    /** The share of the color circle in units of 1/256. */
    static int hueShift(double share) {
        return (int) Math.rint(share * 256);
    }

    static void grayscale(MatImage canvas, Workspace workspace) {
        if (canvas.channels() == 3) {
            var gray = workspace.temporary.sized(canvas.height(), canvas.width(), 1);
            canvas.convertInto(gray);
            gray.convertInto(canvas);
        }
    }
}
