package dev.stoker.tensor.internal;

import dev.stoker.core.DataType;
import dev.stoker.tensor.Autocast;
import dev.stoker.tensor.Device;
import dev.stoker.tensor.Tensor;
import java.util.function.UnaryOperator;

/** Operators of 16-bit numbers that a CPU computes faster in single precision, even where it has dot products of such numbers. */
public final class CpuFloat32 {
    private CpuFloat32() {}

    /**
     * Whether it is a depthwise convolution of 16-bit numbers: there is nothing to gain from dot products of channels where each stands
     * alone, and oneDNN's gradients of strided ones took 10 times as long in bf16.
     */
    public static boolean suitsConvolution(Tensor input, Tensor weight, long groups) {
        return groups > 1 && weight.sizes()[1] == 1 && isSixteenBit(input);
    }

    /** Whether it is attention of 16-bit numbers: libtorch multiplies them one by one for the gradients, in two thirds of a step. */
    public static boolean suitsAttention(Tensor input) {
        return isSixteenBit(input);
    }

    private static boolean isSixteenBit(Tensor input) {
        return input.device() instanceof Device.Cpu && outputType(input).bytes() == 2;
    }

    /** That of the block with 16-bit types around it, or that of the input. */
    private static DataType outputType(Tensor input) {
        return Autocast.type(input.device()).orElse(input.type());
    }

    /** The operator of the input in single precision; its output in 16 bits. */
    public static Tensor of(Tensor input, UnaryOperator<Tensor> operator) {
        var type = outputType(input);
        try (var _ = Autocast.suspend(input.device())) {
            return operator.apply(input.toFloat()).to(type, input.device());
        }
    }
}
