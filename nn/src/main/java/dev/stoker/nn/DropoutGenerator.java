package dev.stoker.nn;

import dev.stoker.core.DataType;
import dev.stoker.core.random.Seed;
import dev.stoker.tensor.DropoutMask;
import dev.stoker.tensor.Tensor;

/**
 * The source of randomness for dropout and stochastic depth: the seed, the step, the layer's path, and the row of a batch that
 * several ranks share: row {@code i} of rank {@code r} is row {@code i * world + r} of it.
 *
 * @param step one int64 on the device, which the training step increments; a captured step reads it at every replay
 */
public record DropoutGenerator(Seed seed, Tensor step, int rank, int world) {
    /** For a process that has all rows. */
    public DropoutGenerator(Seed seed, Tensor step) {
        this(seed, step, 0, 1);
    }

    public DropoutGenerator {
        if (step.type() != DataType.INT64 || step.elements() != 1) {
            throw new IllegalArgumentException("the step must be one INT64, got " + step);
        }
    }

    Tensor mask(String path, double rate, DataType type, long... sizes) {
        return DropoutMask.of(seed.forPurpose(path), step, new DropoutMask.Rows(rank, world), rate, type, sizes);
    }
}
