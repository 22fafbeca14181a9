package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Tensor;

/** Blocks of 2×2 pixels as the channels of an image of half the size. */
@FunctionalInterface
public interface SpaceToDepth {
    /** Of a block: 2×2 pixels of up to four channels, and zeros. */
    int CHANNELS = 16;

    /**
     * Images of blocks in channels-last layout; the channels of a block are those of its pixels, row by row. Pixels outside of an image
     * are zeros.
     *
     * @param before how many blocks before the first pixel it begins, in both directions
     * @param down and {@code across} the size of the result
     */
    Tensor of(Tensor images, DataType type, int before, int down, int across);
}
