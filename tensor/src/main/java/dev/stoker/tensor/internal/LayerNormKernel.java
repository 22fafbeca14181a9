package dev.stoker.tensor.internal;

import dev.stoker.tensor.Tensor;

/** Computes layer norm over the last dimension and its gradients, outside of autograd. */
public interface LayerNormKernel {

    /** Whether it can compute this; the other methods do not check again. */
    boolean supports(Tensor x, Tensor weight);

    Applied apply(Tensor x, Tensor weight, Tensor bias, double epsilon);

    /** The output, and its backward pass. */
    interface Applied {
        Tensor output();

        /**
         * The gradient of x, from that of the output; those of weight and bias are accumulated. It can be called once: the saved tensors
         * are released.
         */
        Tensor backward(Tensor gradient);
    }
}
