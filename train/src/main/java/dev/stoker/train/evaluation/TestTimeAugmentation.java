package dev.stoker.train.evaluation;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.util.function.UnaryOperator;

/** The augmented views of an image that are classified in evaluation; their logits are averaged. */
public enum TestTimeAugmentation {
    /** The image. */
    NONE,
    /** The image and its horizontal flip. */
    FLIP,
    /** Both, and with half of the weight both shifted by one pixel, up and left and down and right. */
    SHIFTS;

    /** {@code classify} turns images into logits. */
    public Tensor logits(Tensor images, UnaryOperator<Tensor> classify) {
        return switch (this) {
            case NONE -> classify.apply(images);
            case FLIP -> flipped(images, classify);
            case SHIFTS -> {
                var center = flipped(images, classify);
                var shifted = flipped(shifted(images, 0), classify).plus(flipped(shifted(images, 2), classify));
                yield center.plus(shifted.times(0.5)).times(0.5);
            }
        };
    }

    private static Tensor flipped(Tensor images, UnaryOperator<Tensor> classify) {
        return classify.apply(images).plus(classify.apply(images.flipped(3))).times(0.5);
    }

    /** A crop of the images with reflection padding of one pixel. */
    private static Tensor shifted(Tensor images, int from) {
        long[] sizes = images.sizes();
        return Functional.reflected(images, 1)
                .narrow(2, from, sizes[2])
                .narrow(3, from, sizes[3])
                .channelsLast();
    }
}
