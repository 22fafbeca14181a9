package dev.stoker.datasets;

import dev.stoker.image.Blur;
import dev.stoker.image.ColorJitter;
import dev.stoker.image.Cutout;
import dev.stoker.image.Greyscale;
import dev.stoker.image.Range;
import dev.stoker.image.Recipe;
import dev.stoker.image.Rotate;
import dev.stoker.image.Step;
import java.util.ArrayList;

/**
 * What is done to training pictures once they are cropped, moved and mirrored, in this order. 0 is not at all.
 *
 * @param rotate the most degrees that they are turned either way; black comes in at the corners
 * @param brightness how far brightness may move: 0.4 is a factor of 0.6 to 1.4
 * @param contrast how far contrast may move, likewise
 * @param saturation how far the saturation of colours may move, likewise
 * @param hue how far the hue may move, as a share of the colour circle
 * @param grey the share of pictures that lose their colours
 * @param blur the share of pictures that are blurred
 * @param cutout the side of a black square at a random place, in pixels of the size that pictures are evaluated in
 */
public record Paint(
        double rotate,
        double brightness,
        double contrast,
        double saturation,
        double hue,
        double grey,
        double blur,
        int cutout) {
    public static final Paint NONE = new Paint(0, 0, 0, 0, 0, 0, 0, 0);

    private static final int BLACK = 0;

    /** From hardly visible to what is hard to recognise at 224 pixels. */
    private static final Range SIGMAS = new Range(0.1, 2);

    public Paint {
        steps(rotate, brightness, contrast, saturation, hue, grey, blur, cutout); // refuses what no step takes
    }

    /** The steps for pictures that are so much of the size they are evaluated in. */
    Recipe recipe(double share) {
        return steps(rotate, brightness, contrast, saturation, hue, grey, blur, (int) Math.round(share * cutout));
    }

    private static Recipe steps(
            double rotate,
            double brightness,
            double contrast,
            double saturation,
            double hue,
            double grey,
            double blur,
            int cutout) {
        var steps = new ArrayList<Step>();
        if (rotate != 0) {
            steps.add(new Rotate(rotate, BLACK));
        }
        if (brightness != 0 || contrast != 0 || saturation != 0 || hue != 0) {
            steps.add(new ColorJitter(brightness, contrast, saturation, hue));
        }
        if (grey != 0) {
            steps.add(new Greyscale(grey));
        }
        if (blur != 0) {
            steps.add(new Blur(blur, SIGMAS));
        }
        if (cutout != 0) {
            steps.add(new Cutout(cutout, BLACK));
        }
        return new Recipe(steps);
    }

    /** Whether it says something that grey pictures do not have. */
    boolean isForColours() {
        return saturation != 0 || hue != 0 || grey != 0;
    }
}
