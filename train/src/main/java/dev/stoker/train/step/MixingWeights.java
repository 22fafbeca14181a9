package dev.stoker.train.step;

import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import java.util.Arrays;

/**
 * How much of each image Mixup or CutMix keeps in one step; the rest is of the image at the same distance from the other end
 * of the batch.
 *
 * @param pixels the weight of an image at each pixel: the same everywhere, or zero in a rectangle
 * @param label the weight of its label
 */
public record MixingWeights(float[] pixels, double label) {

    /** Samples the weights of a step; with both Mixup and CutMix, each step uses one of them. */
    public static MixingWeights sample(MixupCutmixSettings mixing, Shape shape, Seed seed, long step) {
        var random = new SeededRandom(seed.derive(step));
        boolean cut = mixing.mixup() == 0 || (mixing.cutmix() > 0 && random.nextBoolean());
        double lambda = beta(cut ? mixing.cutmix() : mixing.mixup(), random);
        var pixels = new float[shape.height() * shape.width()];
        Arrays.fill(pixels, cut ? 1 : (float) lambda);
        return new MixingWeights(pixels, cut ? cutOut(pixels, shape, lambda, random) : lambda);
    }

    /** Zeros a rectangle of the area that is not kept, as far as it is inside the image; returns the share that is kept. */
    private static double cutOut(float[] pixels, Shape shape, double kept, SeededRandom random) {
        double side = Math.sqrt(1 - kept);
        int height = (int) (shape.height() * side);
        int width = (int) (shape.width() * side);
        int top = random.nextInt(shape.height()) - height / 2;
        int left = random.nextInt(shape.width()) - width / 2;
        int cut = 0;
        for (int y = Math.max(0, top); y < Math.min(shape.height(), top + height); y++) {
            for (int x = Math.max(0, left); x < Math.min(shape.width(), left + width); x++) {
                pixels[y * shape.width() + x] = 0;
                cut++;
            }
        }
        return 1 - cut / (double) pixels.length;
    }

    /** A sample of Beta(a, a), from two gamma samples after Marsaglia and Tsang. */
    private static double beta(double a, SeededRandom random) {
        double one = gamma(a, random);
        double other = gamma(a, random);
        return one + other == 0 ? 0.5 : one / (one + other);
    }

    private static double gamma(double a, SeededRandom random) {
        if (a < 1) {
            return gamma(a + 1, random) * Math.pow(Math.max(1e-300, random.nextDouble()), 1 / a);
        }
        double d = a - 1 / 3.0;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = random.nextGaussian();
            double v = Math.pow(1 + c * x, 3);
            if (v > 0 && Math.log(Math.max(1e-300, random.nextDouble())) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
                return d * v;
            }
        }
    }
}
