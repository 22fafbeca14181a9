package dev.stoker.image.policy;

import dev.stoker.image.policy.AugmentationPolicy.Step;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** The policies of the AutoAugment paper. A line is a sub-policy: operations with probability and magnitude. */
final class PublishedPolicies {
    private static final String IMAGENET = """
        posterize 0.4 8, rotate 0.6 9
        solarize 0.6 5, auto_contrast 0.6
        equalize 0.8, equalize 0.6
        posterize 0.6 7, posterize 0.6 6
        equalize 0.4, solarize 0.2 4
        equalize 0.4, rotate 0.8 8
        solarize 0.6 3, equalize 0.6
        posterize 0.8 5, equalize 1
        rotate 0.2 3, solarize 0.6 8
        equalize 0.6, posterize 0.4 6
        rotate 0.8 8, color 0.4 0
        rotate 0.4 9, equalize 0.6
        equalize 0, equalize 0.8
        invert 0.6, equalize 1
        color 0.6 4, contrast 1 8
        rotate 0.8 8, color 1 2
        color 0.8 8, solarize 0.8 7
        sharpness 0.4 7, invert 0.6
        shear_x 0.6 5, equalize 1
        color 0.4 0, equalize 0.6
        equalize 0.4, solarize 0.2 4
        solarize 0.6 5, auto_contrast 0.6
        invert 0.6, equalize 1
        color 0.6 4, contrast 1 8
        equalize 0.8, equalize 0.6
        """;
    private static final String CIFAR10 = """
        invert 0.1, contrast 0.2 6
        rotate 0.7 2, translate_x 0.3 9
        sharpness 0.8 1, sharpness 0.9 3
        shear_y 0.5 8, translate_y 0.7 9
        auto_contrast 0.5, equalize 0.9
        shear_y 0.2 7, posterize 0.3 7
        color 0.4 3, brightness 0.6 7
        sharpness 0.3 9, brightness 0.7 9
        equalize 0.6, equalize 0.5
        contrast 0.6 7, sharpness 0.6 5
        color 0.7 7, translate_x 0.5 8
        equalize 0.3, auto_contrast 0.4
        translate_y 0.4 3, sharpness 0.2 6
        brightness 0.9 6, color 0.2 8
        solarize 0.5 2, invert 0
        equalize 0.2, auto_contrast 0.6
        equalize 0.2, equalize 0.6
        color 0.9 9, equalize 0.6
        auto_contrast 0.8, solarize 0.2 8
        brightness 0.1 3, color 0.7 0
        solarize 0.4 5, auto_contrast 0.9
        translate_y 0.9 9, translate_y 0.7 9
        auto_contrast 0.9, solarize 0.8 3
        equalize 0.8, invert 0.1
        translate_y 0.7 9, auto_contrast 0.9
        """;

    private PublishedPolicies() {}

    static AugmentationPolicy imagenet() {
        return policy(IMAGENET);
    }

    static AugmentationPolicy cifar10() {
        return policy(CIFAR10);
    }

    private static AugmentationPolicy policy(String text) {
        return new AugmentationPolicy(
                text.lines().map(PublishedPolicies::subpolicy).toList());
    }

    private static List<Step> subpolicy(String line) {
        return Arrays.stream(line.split(", ", -1)).map(PublishedPolicies::step).toList();
    }

    private static Step step(String text) {
        var parts = text.split(" ", -1);
        var operation = AugmentationOperation.valueOf(parts[0].toUpperCase(Locale.ROOT));
        double magnitude = parts.length > 2 ? Double.parseDouble(parts[2]) : 0;
        return new Step(operation, Double.parseDouble(parts[1]), magnitude);
    }
}
