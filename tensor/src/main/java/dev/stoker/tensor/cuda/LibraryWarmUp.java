package dev.stoker.tensor.cuda;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.TensorScope;
import java.util.Optional;

/**
 * A training step of one small convolution on a GPU, for what happens only once in a process: cuDNN loads its engines and libtorch its
 * kernels, which takes longer than the step of a large model.
 */
public final class LibraryWarmUp {
    private static final long[] ONE = {1, 1};
    private static final int SIDE = 8;
    private static final int CHANNELS = 16;
    private static final int FIRST_CAPABILITY_WITH_BF16 = 80;

    private LibraryWarmUp() {}

    /** On this thread, and on the stream on which steps are computed. Matrix products are left out: they would have workspaces of their own. */
    public static void run(Device.Cuda device) {
        var type = GpuSettings.capability(device) < FIRST_CAPABILITY_WITH_BF16 ? DataType.FLOAT32 : DataType.BFLOAT16;
        try (var stream = DeviceStream.open(device);
                var _ = TensorScope.open("library warm-up")) {
            var images = Tensor.zeros(type, device, CHANNELS, CHANNELS, SIDE, SIDE)
                    .channelsLast()
                    .requireGradient();
            var weight = Tensor.zeros(type, device, CHANNELS, CHANNELS, 3, 3)
                    .channelsLast()
                    .requireGradient();
            var maps = Functional.conv2d(images, weight, Optional.empty(), ONE, ONE, 1);
            var logits = Functional.adaptiveAveragePool2d(maps, 1, 1)
                    .reshape(CHANNELS, CHANNELS)
                    .toFloat();
            var labels = Tensor.zeros(DataType.INT64, device, CHANNELS);
            Functional.crossEntropy(logits, labels, 0).backward();
            stream.synchronize();
        }
    }
}
