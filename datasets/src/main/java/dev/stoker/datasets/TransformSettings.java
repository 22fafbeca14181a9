package dev.stoker.datasets;

import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomRotation;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.ArrayList;

/**
 * Transforms of training images after cropping, shifting and flipping, in this order. 0 disables each.
 *
 * @param rotate the maximum random rotation in degrees, in each direction; corners are filled with black
 * @param brightness brightness jitter: 0.4 is a random factor of 0.6 to 1.4
 * @param contrast contrast jitter, likewise
 * @param saturation saturation jitter, likewise
 * @param hue the maximum random change of hue, as a fraction of the color circle
 * @param gray the probability of conversion to grayscale
 * @param blur the probability of a Gaussian blur
 * @param cutout the side of a black square at a random position, in pixels at the size of evaluation
 */
public record TransformSettings(
        double rotate,
        double brightness,
        double contrast,
        double saturation,
        double hue,
        double gray,
        double blur,
        int cutout) {
    public static final TransformSettings NONE = new TransformSettings(0, 0, 0, 0, 0, 0, 0, 0);

    private static final int BLACK = 0;

    /** From hardly visible to hardly recognizable at 224 pixels. */
    private static final ParameterRange SIGMAS = new ParameterRange(0.1, 2);

    public TransformSettings {
        steps(
                rotate,
                brightness,
                contrast,
                saturation,
                hue,
                gray,
                blur,
                cutout); // refuses values that a transform refuses
    }

    /** The transforms for images whose side is this fraction of the size of evaluation. */
    public TransformChain recipe(double share) {
        return steps(rotate, brightness, contrast, saturation, hue, gray, blur, (int) Math.round(share * cutout));
    }

    private static TransformChain steps(
            double rotate,
            double brightness,
            double contrast,
            double saturation,
            double hue,
            double gray,
            double blur,
            int cutout) {
        var steps = new ArrayList<Transform>();
        if (rotate != 0) {
            steps.add(new RandomRotation(rotate, BLACK));
        }
        if (brightness != 0 || contrast != 0 || saturation != 0 || hue != 0) {
            steps.add(new ColorJitter(brightness, contrast, saturation, hue));
        }
        if (gray != 0) {
            steps.add(new RandomGrayscale(gray));
        }
        if (blur != 0) {
            steps.add(new GaussianBlur(blur, SIGMAS));
        }
        if (cutout != 0) {
            steps.add(new Cutout(cutout, BLACK));
        }
        return new TransformChain(steps);
    }

    /** Whether it needs images in color. */
    public boolean requiresColor() {
        return saturation != 0 || hue != 0 || gray != 0;
    }
}
