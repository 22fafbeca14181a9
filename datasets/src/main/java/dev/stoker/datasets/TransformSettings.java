package dev.stoker.datasets;

import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.ParameterRange;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomFilter.RandomAdjustSharpness;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import dev.stoker.image.transform.RandomFilter.RandomPosterize;
import dev.stoker.image.transform.RandomFilter.RandomSolarize;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomRotation;
import dev.stoker.image.transform.RandomVerticalFlip;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.ArrayList;
import java.util.List;

/**
 * Random transforms of training images that follow cropping, shifting and horizontal flips, in this order; 0 disables.
 *
 * @param verticalFlip the probability of a vertical flip
 * @param rotate the maximum rotation in degrees in either direction; corners become black
 * @param affine translation, scaling and shear, which are applied together with the rotation
 * @param policies RandAugment, TrivialAugment, AutoAugment or AugMix; empty for none
 * @param brightness brightness jitter: 0.4 is a factor of 0.6 to 1.4
 * @param contrast contrast jitter, likewise
 * @param saturation saturation jitter, likewise
 * @param hue hue jitter, as a share of the color circle
 * @param gray the probability of grayscale
 * @param filters perspective, solarize, posterize and sharpen
 * @param blur the probability of a Gaussian blur
 * @param randomErasing the probability that a rectangle is erased
 * @param cutout the side of a black square at a random position, in pixels of the evaluation size
 */
public record TransformSettings(
        double verticalFlip,
        double rotate,
        Affine affine,
        List<PixelTransform> policies,
        double brightness,
        double contrast,
        double saturation,
        double hue,
        double gray,
        Filters filters,
        double blur,
        double randomErasing,
        int cutout)
        implements ImageTransforms {

    /**
     * The parts of an affine transform besides its rotation; 0 disables.
     *
     * @param translate the maximum translation, as a share of the sides
     * @param scale scaling: 0.2 is a factor of 0.8 to 1.2
     * @param shear the maximum shear in degrees
     */
    public record Affine(double translate, double scale, double shear) {
        public static final Affine NONE = new Affine(0, 0, 0);
    }

    /**
     * Probabilities of transforms that are applied to a share of the images.
     *
     * @param perspective of a random perspective, after the affine transform
     * @param solarize that values from 128 on are inverted
     * @param posterize that the upper four bits are kept
     * @param sharpen of a sharpness factor of 2
     */
    public record Filters(double perspective, double solarize, double posterize, double sharpen) {
        public static final Filters NONE = new Filters(0, 0, 0, 0);

        private static final double DISTORTION = 0.5;
        private static final int THRESHOLD = 128;
        private static final int BITS = 4;
        private static final double SHARPNESS = 2;

        private List<Transform> geometry() {
            return perspective == 0 ? List.of() : List.of(new RandomPerspective(perspective, DISTORTION, BLACK));
        }

        private List<Transform> colors() {
            var steps = new ArrayList<Transform>();
            if (solarize != 0) {
                steps.add(new RandomSolarize(solarize, THRESHOLD));
            }
            if (posterize != 0) {
                steps.add(new RandomPosterize(posterize, BITS));
            }
            if (sharpen != 0) {
                steps.add(new RandomAdjustSharpness(sharpen, SHARPNESS));
            }
            return steps;
        }
    }

    private static final int BLACK = 0;

    /** From hardly visible to hardly recognizable at 224 pixels. */
    private static final ParameterRange SIGMAS = new ParameterRange(0.1, 2);

    public static final TransformSettings NONE = new TransformSettings(0, 0, 0, 0, 0, 0, 0, 0);

    public TransformSettings {
        policies = List.copyOf(policies);
        geometry(verticalFlip, rotate, affine, filters); // each transform refuses what is out of its range
        colors(brightness, contrast, saturation, hue, gray, filters, blur);
        erasing(randomErasing, cutout);
    }

    public TransformSettings(
            double rotate,
            double brightness,
            double contrast,
            double saturation,
            double hue,
            double gray,
            double blur,
            int cutout) {
        this(
                0,
                rotate,
                Affine.NONE,
                List.of(),
                brightness,
                contrast,
                saturation,
                hue,
                gray,
                Filters.NONE,
                blur,
                0,
                cutout);
    }

    @Override
    public TransformChain chain(double share) {
        var steps = new ArrayList<Transform>();
        steps.addAll(geometry(verticalFlip, rotate, affine, filters));
        steps.addAll(policies);
        steps.addAll(colors(brightness, contrast, saturation, hue, gray, filters, blur));
        steps.addAll(erasing(randomErasing, (int) Math.round(share * cutout)));
        return new TransformChain(steps);
    }

    private static List<Transform> geometry(double verticalFlip, double rotate, Affine affine, Filters filters) {
        var steps = new ArrayList<Transform>();
        if (verticalFlip != 0) {
            steps.add(new RandomVerticalFlip(verticalFlip));
        }
        if (!affine.equals(Affine.NONE)) {
            var scales = new ParameterRange(1 - affine.scale, 1 + affine.scale);
            steps.add(new RandomAffine(rotate, affine.translate, scales, affine.shear, BLACK));
        } else if (rotate != 0) {
            steps.add(new RandomRotation(rotate, BLACK));
        }
        steps.addAll(filters.geometry());
        return steps;
    }

    private static List<Transform> colors(
            double brightness,
            double contrast,
            double saturation,
            double hue,
            double gray,
            Filters filters,
            double blur) {
        var steps = new ArrayList<Transform>();
        if (brightness != 0 || contrast != 0 || saturation != 0 || hue != 0) {
            steps.add(new ColorJitter(brightness, contrast, saturation, hue));
        }
        if (gray != 0) {
            steps.add(new RandomGrayscale(gray));
        }
        steps.addAll(filters.colors());
        if (blur != 0) {
            steps.add(new GaussianBlur(blur, SIGMAS));
        }
        return steps;
    }

    private static List<Transform> erasing(double randomErasing, int cutout) {
        var steps = new ArrayList<Transform>();
        if (randomErasing != 0) {
            steps.add(new RandomErasing(randomErasing));
        }
        if (cutout != 0) {
            steps.add(new Cutout(cutout, BLACK));
        }
        return steps;
    }

    @Override
    public boolean requiresColor() {
        return saturation != 0 || hue != 0 || gray != 0;
    }
}
