package dev.stoker.train;

import dev.stoker.tensor.NeuralOps;
import dev.stoker.tensor.Tensor;
import java.util.function.UnaryOperator;

/** Which views of a picture are classified when it is evaluated; their logits are averaged. */
public enum Views {
    /** The picture. */
    NONE,
    /** The picture and its mirror image. */
    MIRROR,
    /** Both, and by half of the weight both moved by one pixel, up and left and down and right. */
    SHIFTS;

    /** {@code classify} turns pictures into logits. */
    Tensor logits(Tensor pictures, UnaryOperator<Tensor> classify) {
        return switch (this) {
            case NONE -> classify.apply(pictures);
            case MIRROR -> mirrored(pictures, classify);
            case SHIFTS -> {
                var centre = mirrored(pictures, classify);
                var moved = mirrored(moved(pictures, 0), classify).plus(mirrored(moved(pictures, 2), classify));
                yield centre.plus(moved.times(0.5)).times(0.5);
            }
        };
    }

    private static Tensor mirrored(Tensor pictures, UnaryOperator<Tensor> classify) {
        return classify.apply(pictures)
                .plus(classify.apply(pictures.mirrored(3)))
                .times(0.5);
    }

    /** A window of the pictures, which are continued by a pixel each way as in a mirror. */
    private static Tensor moved(Tensor pictures, int from) {
        long[] sizes = pictures.sizes();
        return NeuralOps.reflected(pictures, 1)
                .narrow(2, from, sizes[2])
                .narrow(3, from, sizes[3])
                .channelsLast();
    }
}
