package dev.stoker.train.internal.step;

import dev.stoker.core.DataType;
import dev.stoker.core.Shape;
import dev.stoker.core.random.Seed;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import dev.stoker.train.step.Loss;
import dev.stoker.train.step.MixingWeights;
import dev.stoker.train.step.MixupCutmixSettings;

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
            sample(context.step());
        } else if (isOn()) {
            imageWeight.fillInPlace(1.0);
            labelWeight.fillInPlace(1.0);
        }
    }

    private void sample(long step) {
        var weights = MixingWeights.sample(mixing, shape, seed, step);
        try (var _ = TensorScope.open("mix")) {
            imageWeight.copyFrom(Tensor.of(weights.pixels(), Device.CPU, 1, 1, shape.height(), shape.width()));
        }
        labelWeight.fillInPlace(weights.label());
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
}
