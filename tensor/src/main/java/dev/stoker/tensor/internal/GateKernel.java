package dev.stoker.tensor.internal;

import dev.stoker.tensor.Tensor;

/** Computes gates of channels (squeeze and excitation: Hu et al., 2018) and their gradients, outside of autograd. */
public interface GateKernel {

    /** Whether it can compute this; the other methods do not check again. */
    boolean supports(Tensor x);

    /** Over the pixels of each image (images × channels × 1 × 1). */
    Tensor means(Tensor x);

    /** {@code x · gate}, with a gate for each image and channel. */
    Tensor product(Tensor x, Tensor gate);

    /** The gradient of the gate, from that of the product. */
    Tensor gateGradient(Tensor gradient, Tensor x);

    /** The gradient of x, from that of the product and that of its means. */
    Tensor inputGradient(Tensor gradient, Tensor gate, Tensor ofMeans);
}
