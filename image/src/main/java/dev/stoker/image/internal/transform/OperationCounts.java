package dev.stoker.image.internal.transform;

import dev.stoker.image.transform.ColorJitter;
import dev.stoker.image.transform.Cutout;
import dev.stoker.image.transform.GaussianBlur;
import dev.stoker.image.transform.GeometricTransform;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import dev.stoker.image.transform.OperationPolicy.AutoAugment;
import dev.stoker.image.transform.OperationPolicy.TrivialAugment;
import dev.stoker.image.transform.RandAugment;
import dev.stoker.image.transform.RandomAffine;
import dev.stoker.image.transform.RandomErasing;
import dev.stoker.image.transform.RandomFilter.RandomAdjustSharpness;
import dev.stoker.image.transform.RandomFilter.RandomPerspective;
import dev.stoker.image.transform.RandomFilter.RandomPosterize;
import dev.stoker.image.transform.RandomFilter.RandomSolarize;
import dev.stoker.image.transform.RandomGrayscale;
import dev.stoker.image.transform.RandomRotation;
import dev.stoker.image.transform.Transform;
import dev.stoker.image.transform.TransformChain;
import java.util.List;

/** How many operations of {@link dev.stoker.core.image.OperationParameters} transforms may sample for an image. */
final class OperationCounts {
    private OperationCounts() {}

    /** The most operations that an image may get; without any but colors there are none, since these take no pass of their own. */
    static int of(TransformChain chain) {
        var steps = chain.transforms();
        boolean some = steps.stream().anyMatch(step -> !isColor(step) && of(step) > 0);
        return some ? steps.stream().mapToInt(OperationCounts::of).sum() : 0;
    }

    private static boolean isColor(Transform transform) {
        return transform instanceof ColorJitter || transform instanceof RandomGrayscale;
    }

    static int of(Transform transform) {
        return switch (transform) {
            case ColorJitter(double brightness, double contrast, double saturation, double hue) ->
                some(brightness) + some(contrast) + some(saturation) + some(hue);
            case RandomGrayscale(double probability) -> some(probability);
            case RandomPerspective perspective -> some(perspective.probability());
            case RandomSolarize solarize -> some(solarize.probability());
            case RandomPosterize posterize -> some(posterize.probability());
            case RandomAdjustSharpness sharpen -> some(sharpen.probability());
            case RandAugment augment -> augment.operations();
            case TrivialAugment augment -> some(augment.strength());
            case AutoAugment augment -> some(augment.strength()) * longest(augment);
            case AugMix mix -> some(mix.strength()) * (1 + mix.width() * (mix.depth() + 1));
            case GeometricTransform _, RandomRotation _, RandomAffine _, GaussianBlur _, RandomErasing _, Cutout _ -> 0;
        };
    }

    private static int some(double value) {
        return value > 0 ? 1 : 0;
    }

    private static int longest(AutoAugment augment) {
        return augment.policy().subpolicies().stream()
                .mapToInt(List::size)
                .max()
                .orElseThrow();
    }
}
