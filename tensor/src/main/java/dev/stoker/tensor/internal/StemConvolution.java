package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import java.util.Optional;

/**
 * A convolution of stride 2 over images of a few channels, as one of stride 1 over blocks of 2×2 pixels. Tensor cores take channels by
 * the eight or sixteen: three of them are padded to eight at each of 7×7 positions, while a block of twelve is padded to sixteen at
 * each of 4×4.
 */
public final class StemConvolution {
    private static final int STRIDE = 2;
    private static final int MOST_CHANNELS = SpaceToDepth.CHANNELS / (STRIDE * STRIDE);

    private final SpaceToDepth spaceToDepth;

    public StemConvolution(SpaceToDepth spaceToDepth) {
        this.spaceToDepth = spaceToDepth;
    }

    /** Whether images of so many channels are worth it in this type. */
    static boolean supports(DataType type, long channels) {
        return channels > 1 && channels <= MOST_CHANNELS && (type == DataType.BFLOAT16 || type == DataType.FLOAT16);
    }

    /** The type in which a convolution over some images runs. */
    private static DataType type(Tensor images) {
        return Autocast.type(images.device()).orElse(images.type());
    }

    public boolean supports(Tensor images, Tensor weight, long[] strides, long[] paddings, long groups) {
        long[] kernel = weight.sizes();
        return groups == 1
                && strides[0] == STRIDE
                && strides[1] == STRIDE
                && paddings[0] == paddings[1]
                && kernel[2] == kernel[3]
                && kernel[2] > STRIDE // otherwise windows do not overlap
                && supports(type(images), kernel[1])
                && images.isChannelsLast()
                && !images.requiresGradient();
    }

    public Tensor of(Tensor images, Tensor weight, Optional<Tensor> bias, long padding) {
        long[] sizes = images.sizes();
        long kernel = weight.sizes()[2];
        // Windows begin at even pixels when a row of zeros goes before an odd padding.
        int front = Math.toIntExact(padding % STRIDE);
        int taps = Math.toIntExact(Math.ceilDiv(kernel + front, STRIDE));
        int before = Math.toIntExact((padding + front) / STRIDE);
        Tensor blocks;
        try (var _ = Gradients.off()) {
            blocks = spaceToDepth.of(
                    images,
                    type(images),
                    before,
                    size(sizes[2], kernel, padding) + taps - 1,
                    size(sizes[3], kernel, padding) + taps - 1);
        }
        return Functional.conv2d(blocks, ofBlocks(weight, front, taps), bias, new long[] {1, 1}, new long[] {0, 0}, 1);
    }

    private static int size(long side, long kernel, long padding) {
        return Math.toIntExact((side + 2 * padding - kernel) / STRIDE + 1);
    }

    /** The same weights, where they meet the same pixels in blocks. */
    private static Tensor ofBlocks(Tensor weight, int front, int taps) {
        long outputs = weight.sizes()[0];
        long channels = weight.sizes()[1];
        long back = (long) STRIDE * taps - front - weight.sizes()[2];
        var whole = Functional.zeroPad(weight, front, back, front, back);
        var blocks = whole.reshape(outputs, channels, taps, STRIDE, taps, STRIDE)
                .permute(0, 2, 4, 3, 5, 1)
                .reshape(outputs, taps, taps, STRIDE * STRIDE * channels);
        return Functional.zeroPad(blocks, 0, SpaceToDepth.CHANNELS - STRIDE * STRIDE * channels)
                .permute(0, 3, 1, 2);
    }
}
