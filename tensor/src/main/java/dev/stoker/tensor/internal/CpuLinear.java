package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.GradMode;

/**
 * A linear layer in training on the CPU as a 1×1 convolution over one line of pixels, one for each row. libtorch computes linear layers
 * by BLAS, which has one thread beside those of OpenMP, and convolutions by oneDNN on all threads: with 3,136 inputs, 128 outputs and 64
 * rows forward and backward take 1.3 ms in place of 2.0 on two cores. With 788 rows,
 * 1,536 inputs and 384 outputs, as in a transformer, they take 6.6 in place of 22.1; 24.9 over a column of pixels, whose gradients of
 * weights oneDNN computes at a twelfth of the speed.
 */
public final class CpuLinear {
    /** libtorch leaves smaller convolutions to a kernel without threads. */
    private static final long MINIMUM_ELEMENTS = 20_481;

    private static final int MINIMUM_ROWS = 16;
    private static final long[] ONE = {1, 1};
    private static final long[] NONE = {0, 0};

    private CpuLinear() {}

    public static boolean suits(Tensor input, Tensor weight) {
        return input.device() instanceof Device.Cpu
                && weight.requiresGradient()
                && GradMode.is_enabled()
                && input.type() == DataType.FLOAT32
                && weight.type() == DataType.FLOAT32
                && Autocast.type(input.device()).isEmpty()
                && input.sizes().length > 1
                && rows(input) >= MINIMUM_ROWS
                && input.elements() >= MINIMUM_ELEMENTS;
    }

    /** Vectors are along the last dimension. */
    private static long rows(Tensor input) {
        long[] sizes = input.sizes();
        return input.elements() / sizes[sizes.length - 1];
    }

    public static Tensor of(Tensor input, Tensor weight, Optional<Tensor> bias) {
        long in = weight.sizes()[1];
        long out = weight.sizes()[0];
        long[] sizes = input.sizes();
        sizes[sizes.length - 1] = out;
        var line = input.reshape(1, 1, rows(input), in);
        var image = line.permute(0, 3, 1, 2);
        var kernel = weight.reshape(out, in, 1, 1);
        var map = Functional.conv2d(image, kernel, bias, ONE, NONE, 1);
        var pixels = map.permute(0, 2, 3, 1);
        var result = pixels.reshape(sizes);
        List.of(line, image, kernel, map, pixels).forEach(Tensor::release);
        return result;
    }
}
