package dev.stoker.image.internal.transform;

import dev.stoker.image.policy.AugmentationOperation;

/** What sampled operations are given to: the pixels of an image, or a row of its parameters. */
@FunctionalInterface
interface OperationTarget {
    /**
     * Applies an operation, or adds it to a list.
     *
     * @param magnitude from 0 to 1, the end of the range
     * @param negative whether operations of either direction go the other way
     */
    void apply(AugmentationOperation operation, double magnitude, boolean negative, OperationRanges ranges);
}
