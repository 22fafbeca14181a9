package dev.stoker.tensor;

import dev.stoker.core.DataType;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.GradMode;
import org.bytedeco.pytorch.TensorOptional;
import org.bytedeco.pytorch.global.torch;

/**
 * A linear layer in training on the CPU as a 1×1 convolution over one image that has a pixel for each row. libtorch computes linear layers
 * by BLAS, which has one thread beside those of OpenMP, and convolutions by oneDNN on all threads: with 3,136 inputs, 128 outputs and 64
 * rows forward and backward take 1.3 ms in place of 2.0 on two cores.
 */
final class CpuLinear {
    /** libtorch leaves smaller convolutions to a kernel without threads. */
    private static final long MINIMUM_ELEMENTS = 20_481;

    private static final int MINIMUM_ROWS = 16;
    private static final long[] ONE = {1, 1};
    private static final long[] NONE = {0, 0};

    private CpuLinear() {}

    static boolean suits(Tensor input, Tensor weight) {
        return input.device() instanceof Device.Cpu
                && weight.requiresGradient()
                && GradMode.is_enabled()
                && input.type() == DataType.FLOAT32
                && weight.type() == DataType.FLOAT32
                && Autocast.type(input.device()).isEmpty()
                && input.sizes().length == 2
                && input.sizes()[0] >= MINIMUM_ROWS
                && input.elements() >= MINIMUM_ELEMENTS;
    }

    static Tensor of(Tensor input, Tensor weight, TensorOptional bias) {
        long rows = input.sizes()[0];
        long in = input.sizes()[1];
        long out = weight.sizes()[0];
        var scope = TensorScope.innermost();
        try (var _ = new PointerScope()) {
            var image = input.handle().reshape(1, rows, 1, in).permute(0, 3, 1, 2);
            var kernel = weight.handle().reshape(out, in, 1, 1);
            var result = torch.conv2d(image, kernel, bias, ONE, NONE, ONE, 1)
                    .permute(0, 2, 3, 1)
                    .reshape(rows, out);
            return scope.keep(new Tensor(result, scope));
        }
    }
}
