package dev.stoker.image.policy;

import java.util.List;

/** What AutoAugment chooses from: sub-policies, each of operations that follow one another. */
public record AugmentationPolicy(List<List<Step>> subpolicies) {
    /** The policy that Cubuk and others (2018) found on ImageNet. */
    public static final AugmentationPolicy IMAGENET = PublishedPolicies.imagenet();

    /** The one that they found on CIFAR-10. */
    public static final AugmentationPolicy CIFAR10 = PublishedPolicies.cifar10();

    /**
     * One operation of a sub-policy.
     *
     * @param magnitude from 0 to {@link #MAXIMUM}; operations without a magnitude ignore it
     */
    public record Step(AugmentationOperation operation, double probability, double magnitude) {
        public static final double MAXIMUM = 9;

        public Step {
            between("probability", probability, 1);
            between("magnitude", magnitude, MAXIMUM);
        }
    }

    private static void between(String name, double value, double most) {
        if (!(value >= 0 && value <= most)) {
            throw new IllegalArgumentException("%s must be between 0.0 and %s, got %s".formatted(name, most, value));
        }
    }

    public AugmentationPolicy {
        subpolicies = subpolicies.stream().map(List::copyOf).toList();
        if (subpolicies.isEmpty() || subpolicies.stream().anyMatch(List::isEmpty)) {
            throw new IllegalArgumentException("a policy needs a sub-policy, and each of them an operation");
        }
    }

    @Override
    public String toString() {
        return subpolicies.size() + " sub-policies";
    }
}
