package dev.stoker.train.internal.input;

import dev.stoker.tensor.Tensor;

/** Rows of floats that the model takes unchanged, such as those of tables. */
record FloatRows(Tensor rows) implements DeviceRows {
    @Override
    public Tensor images(Tensor some) {
        return some.permute(0, 3, 1, 2);
    }
}
