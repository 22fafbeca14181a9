package dev.stoker.tensor.internal;

import dev.stoker.tensor.Tensor;
import java.util.Optional;

/** Computes convolutions and their gradients, outside of autograd. */
public interface ConvolutionKernel {

    /** Whether it can compute this; the other methods do not check again. */
    boolean supports(Tensor x, Tensor weight, long[] strides, long[] paddings);

    /** The output alone. */
    Tensor output(Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings);

    Applied apply(Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings);

    /** The output, and its backward pass. */
    interface Applied {
        Tensor output();

        /**
         * The gradient of x where it is wanted, from that of the output; those of weight and bias are accumulated, unless they are frozen.
         * It can be called once: the saved tensors are released.
         */
        Optional<Tensor> backward(Tensor gradient, boolean ofInput);
    }
}
