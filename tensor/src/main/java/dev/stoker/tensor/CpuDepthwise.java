package dev.stoker.tensor;

import dev.stoker.core.DataType;
import java.util.Optional;

/**
 * A depthwise convolution of 16-bit numbers on the CPU, computed in single precision: there is nothing to gain from dot products of
 * channels where each stands alone, and oneDNN's gradients of strided ones took 10 times as long in bf16.
 */
final class CpuDepthwise {
    private CpuDepthwise() {}

    static boolean suits(Tensor input, Tensor weight, long groups) {
        return groups > 1
                && weight.sizes()[1] == 1
                && input.device() instanceof Device.Cpu
                && outputType(input).bytes() == 2;
    }

    /** That of the block with 16-bit types around it, or that of the input. */
    private static DataType outputType(Tensor input) {
        return Autocast.type(input.device()).orElse(input.type());
    }

    static Tensor of(Tensor input, Tensor weight, Optional<Tensor> bias, long[] stride, long[] padding, long groups) {
        var type = outputType(input);
        try (var _ = Autocast.suspend(input.device())) {
            return Functional.conv2d(
                            input.toFloat(), weight.toFloat(), bias.map(Tensor::toFloat), stride, padding, groups)
                    .to(type, input.device());
        }
    }
}
