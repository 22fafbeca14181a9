package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.step.MixupCutmixSettings;
import java.util.Arrays;

/**
 * Mixes each image of a batch with the one at the same distance from the other end. What is drawn for a step is written
 * into tensors beforehand, so that a captured step mixes anew each time.
 */
final class MixupCutmix {
    private final MixupCutmixSettings mixing;
    private final Shape shape;
    private final Seed seed;
    /** How much of each pixel is its own: one number everywhere, or zeros in a rectangle. */
    private final Tensor own;
    /** How much of an image is its own, on the whole. */
    private final Tensor share;

    MixupCutmix(MixupCutmixSettings mixing, Shape shape, Seed seed, Device device) {
        this.mixing = mixing;
        this.shape = shape;
        this.seed = seed;
        own = Tensor.zeros(DataType.FLOAT32, device, 1, 1, shape.height(), shape.width());
        share = Tensor.zeros(DataType.FLOAT32, device);
    }

    boolean isOn() {
        return mixing.isOn();
    }

    /** Draws for a step. */
    void prepare(long step) {
        if (!isOn()) {
            return;
        }
        var draws = new SeededRandom(seed.derive(step));
        boolean cut = mixing.mixup() == 0 || (mixing.cutmix() > 0 && draws.nextBoolean());
        double drawn = beta(cut ? mixing.cutmix() : mixing.mixup(), draws);
        var pixels = new float[shape.height() * shape.width()];
        Arrays.fill(pixels, cut ? 1 : (float) drawn);
        double kept = cut ? cutOut(pixels, drawn, draws) : drawn;
        try (var _ = TensorScope.open("mix")) {
            own.copyFrom(Tensor.of(pixels, Device.CPU, 1, 1, shape.height(), shape.width()));
        }
        share.fillInPlace(kept);
    }

    /** Zeros a rectangle of the share that is not kept, as far as it lies inside; returns what is kept. */
    private double cutOut(float[] pixels, double kept, SeededRandom draws) {
        double side = Math.sqrt(1 - kept);
        int height = (int) (shape.height() * side);
        int width = (int) (shape.width() * side);
        int top = draws.nextInt(shape.height()) - height / 2;
        int left = draws.nextInt(shape.width()) - width / 2;
        int cut = 0;
        for (int y = Math.max(0, top); y < Math.min(shape.height(), top + height); y++) {
            for (int x = Math.max(0, left); x < Math.min(shape.width(), left + width); x++) {
                pixels[y * shape.width() + x] = 0;
                cut++;
            }
        }
        return 1 - cut / (double) pixels.length;
    }

    Tensor images(Tensor images) {
        if (!isOn()) {
            return images;
        }
        var others = images.flipped(0);
        return others.plus(images.minus(others).times(own));
    }

    /** The loss against both labels, each by its share. */
    Tensor loss(Tensor logits, Tensor labels, double smoothing) {
        var loss = Functional.crossEntropy(logits, labels, smoothing);
        if (!isOn()) {
            return loss;
        }
        var other = Functional.crossEntropy(logits, labels.flipped(0), smoothing);
        return other.plus(loss.minus(other).times(share));
    }

    /** Beta(a, a), from two gamma draws after Marsaglia and Tsang. */
    private static double beta(double a, SeededRandom draws) {
        double one = gamma(a, draws);
        double other = gamma(a, draws);
        return one + other == 0 ? 0.5 : one / (one + other);
    }

    private static double gamma(double a, SeededRandom draws) {
        if (a < 1) {
            return gamma(a + 1, draws) * Math.pow(Math.max(1e-300, draws.nextDouble()), 1 / a);
        }
        double d = a - 1 / 3.0;
        double c = 1 / Math.sqrt(9 * d);
        while (true) {
            double x = draws.nextGaussian();
            double v = Math.pow(1 + c * x, 3);
            if (v > 0 && Math.log(Math.max(1e-300, draws.nextDouble())) < 0.5 * x * x + d - d * v + d * Math.log(v)) {
                return d * v;
            }
        }
    }
}
