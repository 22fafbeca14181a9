package dev.stoker.datasets;

import dev.stoker.core.Shape;
import dev.stoker.image.transform.CenterCrop;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.image.transform.ResizeShorterSide;
import dev.stoker.image.transform.ResizeToCover;
import dev.stoker.image.transform.TransformChain;
import java.util.Optional;

/**
 * What encoded images of any size become.
 *
 * @param shape in which they are evaluated, and trained on unless a phase has another size
 * @param evaluationCrop the share of the resized sides that the center crop of evaluations takes
 * @param interpolation of training and evaluation; empty for linear in training and the mean over the area in evaluation
 */
public record EncodedImageSettings(Shape shape, double evaluationCrop, Optional<Interpolation> interpolation) {
    /** The share of the sides that is common for ImageNet: 224 of 256 pixels. */
    public static final double EVALUATION_CROP = 0.875;

    public EncodedImageSettings {
        if (!(evaluationCrop > 0 && evaluationCrop <= 1)) {
            throw new IllegalArgumentException(
                    "the share of the center crop must be above 0 and at most 1, got " + evaluationCrop);
        }
    }

    /** Squares in color, with the defaults for everything else. */
    public static EncodedImageSettings of(int side) {
        return new EncodedImageSettings(new Shape(side, side, 3), EVALUATION_CROP, Optional.empty());
    }

    /** The transforms of evaluations: resized, then the center. */
    public TransformChain evaluation() {
        var by = interpolation.orElse(Interpolation.AREA);
        int height = (int) (shape.height() / evaluationCrop);
        int width = (int) (shape.width() / evaluationCrop);
        return TransformChain.of(
                height == width ? new ResizeShorterSide(height, by) : new ResizeToCover(height, width, by),
                new CenterCrop(shape.height(), shape.width()));
    }

    /** The interpolation of random resized crops. */
    public Interpolation trainingInterpolation() {
        return interpolation.orElse(Interpolation.LINEAR);
    }
}
