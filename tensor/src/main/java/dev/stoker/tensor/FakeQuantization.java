package dev.stoker.tensor;

import dev.stoker.core.DataType;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.Scalar;
import org.bytedeco.pytorch.ScalarOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * Floats rounded to what 8-bit integers can stand for. Gradients pass as if nothing were rounded, except for values out of range, which
 * get none. Ranges are tensors, and nothing waits for the device, so a captured step contains it.
 */
public final class FakeQuantization {
    private static final long LARGEST_WEIGHT = 127;
    private static final long LARGEST_BYTE = 255;
    private static final double SMALLEST_SCALE = 1e-8;

    private FakeQuantization() {}

    /** Weights as signed bytes, symmetric around 0, with a scale for each output, the first dimension. */
    public static Tensor ofWeights(Tensor weights) {
        var handle = weights.handle();
        long outputs = weights.sizes()[0];
        var largest = handle.detach().reshape(outputs, -1).abs().amax(new long[] {1}, false);
        var scale = largest.div(new Scalar((double) LARGEST_WEIGHT)).clamp_min(new Scalar(Float.MIN_NORMAL));
        // Floats: libtorch reads whole numbers back to compare them with the range, which would wait for the device.
        var zero = Tensor.zeros(DataType.FLOAT32, weights.device(), outputs);
        return Tensor.of(torch.fake_quantize_per_channel_affine(
                handle, scale, zero.handle(), 0, -LARGEST_WEIGHT, LARGEST_WEIGHT));
    }

    /** Moves a range, two tensors of one element, toward that of some values, by a share of the distance. */
    public static void follow(Tensor values, Tensor low, Tensor high, double share) {
        try (var _ = new PointerScope()) {
            var handle = values.handle().detach();
            low.handle().lerp_(handle.min().reshape(1), new Scalar(share));
            high.handle().lerp_(handle.max().reshape(1), new Scalar(share));
        }
    }

    /** Values as unsigned bytes over a range, which contains 0 in any case. */
    public static Tensor ofValues(Tensor values, Tensor low, Tensor high) {
        var zero = new Scalar(0.0);
        var from = low.handle().clamp_max(zero);
        var to = high.handle().clamp_min(zero);
        var scale = to.sub(from).div(new Scalar((double) LARGEST_BYTE)).clamp_min(new Scalar(SMALLEST_SCALE));
        var zeroPoint = from.neg()
                .div(scale)
                .round()
                .clamp(new ScalarOptional(zero), new ScalarOptional(new Scalar((double) LARGEST_BYTE)))
                .to(torch.ScalarType.Int);
        return Tensor.of(torch.fake_quantize_per_tensor_affine(values.handle(), scale, zeroPoint, 0, LARGEST_BYTE));
    }
}
