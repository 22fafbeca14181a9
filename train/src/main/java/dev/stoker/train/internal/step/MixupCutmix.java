package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.core.random.SeededRandom;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.MixupCutmixSettings;
import java.util.Arrays;

/**
 * Mixup and CutMix of each image of a batch with the one at the same distance from the other end. The parameters sampled for
 * a step are written into tensors beforehand, so that a replayed step uses new ones each time.
 */
final class MixupCutmix {
    private final MixupCutmixSettings mixing;
    private final Shape shape;
    private final Seed seed;
    /** The weight of an image at each pixel: the same everywhere, or zero in a rectangle. */
    private final Tensor imageWeight;
    /** The weight of the label of an image. */
    private final Tensor labelWeight;

    MixupCutmix(MixupCutmixSettings mixing, Shape shape, Seed seed, Device device) {
        this.mixing = mixing;
        this.shape = shape;
        this.seed = seed;
        imageWeight = Tensor.zeros(DataType.FLOAT32, device, 1, 1, shape.height(), shape.width());
        labelWeight = Tensor.zeros(DataType.FLOAT32, device);
    }

    boolean isOn() {
        return mixing.isOn();
    }

    /** Samples the parameters of a step. Where mixing is over, images have all of the weight: a captured step stays as it is. */
    void prepare(StepContext context) {
        if (mixing.covers(context.step(), context.steps())) {
            sample(new SeededRandom(seed.derive(context.step())));
        } else if (isOn()) {
            imageWeight.fillInPlace(1.0);
            labelWeight.fillInPlace(1.0);
        }
    }

    private void sample(SeededRandom random) {
        boolean cut = mixing.mixup() == 0 || (mixing.cutmix() > 0 && random.nextBoolean());
        double lambda = beta(cut ? mixing.cutmix() : mixing.mixup(), random);
        var pixels = new float[shape.height() * shape.width()];
        Arrays.fill(pixels, cut ? 1 : (float) lambda);
        double kept = cut ? cutOut(pixels, lambda, random) : lambda;
        try (var _ = TensorScope.open("mix")) {
            imageWeight.copyFrom(Tensor.of(pixels, Device.CPU, 1, 1, shape.height(), shape.width()));
        }
        labelWeight.fillInPlace(kept);
    }

    /** Zeros a rectangle of the area that is not kept, as far as it is inside the image; returns the share that is kept. */
    private double cutOut(float[] pixels, double kept, SeededRandom random) {
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

    Tensor images(Tensor images) {
        if (!isOn()) {
            return images;
        }
        return images.flipped(0).lerp(images, imageWeight);
    }

    /** The loss against both labels, weighted. */
    Tensor loss(Tensor logits, Tensor labels, Loss function) {
        var loss = function.loss(logits, labels);
        if (!isOn()) {
            return loss;
        }
        return function.loss(logits, labels.flipped(0)).lerp(loss, labelWeight);
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
