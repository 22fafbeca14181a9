package dev.stoker.train.evaluation;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.util.function.UnaryOperator;

/** Which views of an image are classified when it is evaluated; their logits are averaged. */
public enum TestTimeAugmentation {
    /** The image. */
    NONE,
    /** The image and its flipped image. */
    FLIP,
    /** Both, and by half of the weight both moved by one pixel, up and left and down and right. */
    SHIFTS;

    /** {@code classify} turns images into logits. */
    public Tensor logits(Tensor images, UnaryOperator<Tensor> classify) {
        return switch (this) {
            case NONE -> classify.apply(images);
            case FLIP -> flipped(images, classify);
            case SHIFTS -> {
                var center = flipped(images, classify);
                var moved = flipped(moved(images, 0), classify).plus(flipped(moved(images, 2), classify));
                yield center.plus(moved.times(0.5)).times(0.5);
            }
        };
    }

    private static Tensor flipped(Tensor images, UnaryOperator<Tensor> classify) {
        return classify.apply(images).plus(classify.apply(images.flipped(3))).times(0.5);
    }

    /** A window of the images, which are continued by a pixel each way as in a flip. */
    private static Tensor moved(Tensor images, int from) {
        long[] sizes = images.sizes();
        return Functional.reflectionPad2d(images, 1)
                .narrow(2, from, sizes[2])
                .narrow(3, from, sizes[3])
                .channelsLast();
    }
}
