package dev.stoker.tensor.internal;

import dev.stoker.tensor.Tensor;
import java.util.Optional;

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
         *
         * @param other a gradient of x that did not come through the norm; it is added, in its own memory
         */
        Tensor backward(Tensor gradient, Optional<Tensor> other);
    }
}
