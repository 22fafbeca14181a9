package dev.stoker.tensor.internal.norm;

import dev.stoker.tensor.BatchNorm;
import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.Optional;

/** Computes {@code pooling(activation(norm(x) + summand))} and its gradients, outside of autograd. */
public interface BatchNormKernel {

    /** Whether it can compute this; the other methods do not check again. */
    boolean supports(Tensor x, Optional<Tensor> summand, BatchNorm norm);

    /** With the statistics of the batch; the running statistics are updated. */
    Applied apply(Tensor x, Optional<Tensor> summand, BatchNorm norm);

    /** The output, and its backward pass. */
    interface Applied {
        Tensor output();

        /**
         * Accumulates the gradients of weight and bias, from one or two gradients of the output. It can be called once: the
         * saved tensors are released.
         */
        InputGradients backward(List<Tensor> gradients);
    }

    /** Those of x and, if there was one, of the summand. */
    record InputGradients(Tensor x, Optional<Tensor> summand) {}
}
