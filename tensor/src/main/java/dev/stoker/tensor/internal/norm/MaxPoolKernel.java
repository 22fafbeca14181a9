package dev.stoker.tensor.internal.norm;

import dev.stoker.tensor.MaxPooling;
import dev.stoker.tensor.Tensor;

/** Computes max pooling and its gradient, outside of autograd. */
public interface MaxPoolKernel {

    /** Whether it can compute this; the other methods do not check again. */
    boolean supports(Tensor x, MaxPooling pooling);

    Applied apply(Tensor x, MaxPooling pooling);

    /** The output, and its backward pass. */
    interface Applied {
        Tensor output();

        /** The gradient of x. It can be called once: the saved tensors are released. */
        Tensor backward(Tensor gradient);
    }
}
