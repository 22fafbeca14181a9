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
 * What is done to training images once they are cropped, moved and flipped, in this order. 0 is not at all.
 *
 * @param rotate the most degrees that they are turned either way; black comes in at the corners
 * @param brightness how far brightness may move: 0.4 is a factor of 0.6 to 1.4
 * @param contrast how far contrast may move, likewise
 * @param saturation how far the saturation of colors may move, likewise
 * @param hue how far the hue may move, as a share of the color circle
 * @param gray the share of images that lose their colors
 * @param blur the share of images that are blurred
 * @param cutout the side of a black square at a random place, in pixels of the size that images are evaluated in
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

    /** From hardly visible to what is hard to recognize at 224 pixels. */
    private static final ParameterRange SIGMAS = new ParameterRange(0.1, 2);

    public TransformSettings {
        steps(rotate, brightness, contrast, saturation, hue, gray, blur, cutout); // refuses what no step takes
    }

    /** The steps for images that are so much of the size they are evaluated in. */
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

    /** Whether it says something that gray images do not have. */
    public boolean requiresColor() {
        return saturation != 0 || hue != 0 || gray != 0;
    }
}
