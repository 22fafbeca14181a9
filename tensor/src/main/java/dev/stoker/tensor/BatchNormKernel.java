package dev.stoker.tensor;

import java.util.List;
import java.util.Optional;

/** Computes {@code activation(norm(x) + summand)} and its gradients, outside of autograd. */
interface BatchNormKernel {

    /** Whether it can do this; the other methods need not check again. */
    boolean takes(Tensor x, Optional<Tensor> summand, BatchNorm norm);

    /** With the statistics of the batch; the running ones are moved. */
    Applied apply(Tensor x, Optional<Tensor> summand, BatchNorm norm);

    /** What was computed, and the way back. */
    interface Applied {
        Tensor output();

        /**
         * Adds the gradients of weight and bias to those that are there, from one or two gradients of the output. It can be
         * called once: what was kept for it is released.
         */
        InputGradients backward(List<Tensor> gradients);
    }

    /** Those of x and, if there was one, of the summand. */
    record InputGradients(Tensor x, Optional<Tensor> summand) {}
}
