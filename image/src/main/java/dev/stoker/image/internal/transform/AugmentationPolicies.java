package dev.stoker.image.internal.transform;

import dev.stoker.core.random.SeededRandom;
import dev.stoker.image.policy.AugmentationOperation;
import dev.stoker.image.policy.AugmentationPolicy.Step;
import dev.stoker.image.transform.OperationPolicy.AutoAugment;
import dev.stoker.image.transform.OperationPolicy.TrivialAugment;
import dev.stoker.image.transform.RandAugment;
import java.util.EnumSet;
import java.util.List;

/** RandAugment, TrivialAugment and AutoAugment: which operations an image gets, sampled for each image. */
final class AugmentationPolicies {
    /** Of RandAugment and TrivialAugment. */
    private static final List<AugmentationOperation> OPERATIONS =
            List.copyOf(EnumSet.complementOf(EnumSet.of(AugmentationOperation.INVERT)));

    /** TrivialAugment samples one of 31 magnitudes. */
    private static final int LEVELS = 31;

    private AugmentationPolicies() {}

    static void apply(RandAugment augment, OperationTarget target, SeededRandom random) {
        double magnitude = augment.magnitude() / RandAugment.MAXIMUM;
        for (int i = 0; i < augment.operations(); i++) {
            var operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
            boolean negative = random.nextBoolean();
            target.apply(operation, magnitude, negative, OperationRanges.STANDARD);
        }
    }

    static void apply(TrivialAugment augment, OperationTarget target, SeededRandom random) {
        var operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
        double magnitude = augment.strength() * random.nextInt(LEVELS) / (LEVELS - 1);
        boolean negative = random.nextBoolean();
        if (augment.strength() > 0) {
            target.apply(operation, magnitude, negative, OperationRanges.WIDE);
        }
    }

    static void apply(AutoAugment augment, OperationTarget target, SeededRandom random) {
        var subpolicies = augment.policy().subpolicies();
        var steps = subpolicies.get(random.nextInt(subpolicies.size()));
        for (int i = 0; i < steps.size(); i++) {
            apply(steps.get(i), augment.strength(), target, random);
        }
    }

    /** Takes as many random numbers whether the operation is applied or not. */
    private static void apply(Step step, double strength, OperationTarget target, SeededRandom random) {
        boolean applied = random.nextDouble() < step.probability() && strength > 0;
        boolean negative = random.nextBoolean();
        if (applied) {
            double magnitude = strength * step.magnitude() / Step.MAXIMUM;
            target.apply(step.operation(), magnitude, negative, OperationRanges.STANDARD);
        }
    }
}
