package dev.stoker.tensor.internal.norm;

import dev.stoker.tensor.MaxPooling;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.ChannelsLast;

/**
 * Sizes of a pooling as the kernels of norm.cu take them.
 *
 * @param down windows along the height, and {@code across} along the width
 */
record PoolingSizes(int images, int channels, int height, int width, int down, int across, int stride) {
    private static final int WIDTH = 8; // channels that a thread handles at once, as in norm.cu
    private static final int LARGEST_KERNEL = 3; // more would not fit into the registers of a thread
    private static final int LARGEST_STRIDE = 2;

    static PoolingSizes of(Tensor x, MaxPooling pooling) {
        long[] sizes = x.sizes();
        return new PoolingSizes(
                Math.toIntExact(sizes[0]),
                Math.toIntExact(sizes[1]),
                Math.toIntExact(sizes[2]),
                Math.toIntExact(sizes[3]),
                Math.toIntExact(pooling.windows(sizes[2])),
                Math.toIntExact(pooling.windows(sizes[3])),
                pooling.stride());
    }

    /** Whether there are kernels for such windows. */
    static boolean supports(MaxPooling pooling) {
        return pooling.kernel() <= LARGEST_KERNEL
                && pooling.stride() <= LARGEST_STRIDE
                && pooling.stride() <= pooling.kernel() // otherwise no window covers some of the inputs
                && 2 * pooling.padding() <= pooling.kernel();
    }

    static boolean supports(Tensor x, MaxPooling pooling) {
        long[] sizes = x.sizes();
        return sizes.length == 4
                && sizes[1] % WIDTH == 0
                && x.isChannelsLast()
                && supports(pooling)
                && sizes[0] * sizes[2] * sizes[3] <= Integer.MAX_VALUE
                && pooling.windows(sizes[2]) > 0
                && pooling.windows(sizes[3]) > 0;
    }

    int outputs() {
        return images * down * across;
    }

    /** Inputs that a thread computes together, as many as a stride has in both directions. */
    int tiles() {
        return images * Math.ceilDiv(height, stride) * Math.ceilDiv(width, stride);
    }

    long rows() {
        return (long) images * height * width;
    }

    /** For the output, in channels-last layout. */
    Tensor empty(Tensor x) {
        return ChannelsLast.empty(x.type(), x.device(), images, channels, down, across);
    }
}
