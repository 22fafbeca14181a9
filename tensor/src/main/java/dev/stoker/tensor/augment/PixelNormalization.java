package dev.stoker.tensor.augment;

import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.internal.CudaPixels;

/** Bytes of pixels as normalized floats: {@code (value - mean) * scale}, the same on every device. */
public final class PixelNormalization {
    private PixelNormalization() {}

    /**
     * Channels are the last dimension.
     *
     * @param mean and {@code scale} one for each channel
     */
    public static Tensor of(Tensor bytes, Tensor mean, Tensor scale) {
        if (bytes.device() instanceof Device.Cuda gpu && CudaPixels.normalizes(bytes)) {
            var kernels = CudaPixels.on(gpu);
            if (kernels.isPresent()) {
                return kernels.get().normalize(bytes, mean, scale);
            }
        }
        return bytes.toFloat().minus(mean).times(scale);
    }
}
