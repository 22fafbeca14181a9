package dev.stoker.nn;

import dev.stoker.core.ElementType;
import dev.stoker.core.Seed;
import dev.stoker.tensor.HashedMask;
import dev.stoker.tensor.Tensor;

/**
 * Where layers that drop at random draw from: the seed (another on each rank), the step, and their own path.
 *
 * @param step one int64 on the device, which the training step counts up; a recorded step reads it at every replay
 */
public record Randomness(Seed seed, Tensor step) {
    public Randomness {
        if (step.type() != ElementType.INT64 || step.elements() != 1) {
            throw new IllegalArgumentException("the step must be one INT64, got " + step);
        }
    }

    Tensor mask(String path, double rate, ElementType type, long... sizes) {
        return HashedMask.of(seed.forPurpose(path), step, rate, type, sizes);
    }
}
