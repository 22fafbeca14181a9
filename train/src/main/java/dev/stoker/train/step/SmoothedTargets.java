package dev.stoker.train.step;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;

/** The probability of each class that a row is trained towards. */
final class SmoothedTargets {
    private SmoothedTargets() {}

    /** A one-hot row for each label, of which a share is spread over all classes. */
    static Tensor of(Tensor labels, long classes, double labelSmoothing) {
        var targets = Functional.oneHot(labels, classes);
        return labelSmoothing == 0 ? targets : targets.times(1 - labelSmoothing).plus(labelSmoothing / classes);
    }
}
