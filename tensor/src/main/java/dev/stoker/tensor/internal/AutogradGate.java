package dev.stoker.tensor.internal;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;

/** By libtorch's operators, on any device and in any type: the reference for the fused kernels. */
public final class AutogradGate implements GateKernel {

    @Override
    public boolean supports(Tensor x) {
        return true;
    }

    @Override
    public Tensor means(Tensor x) {
        return Functional.adaptiveAveragePool2d(x, 1, 1);
    }

    @Override
    public Tensor product(Tensor x, Tensor gate) {
        return x.times(gate);
    }

    @Override
    public Tensor gateGradient(Tensor gradient, Tensor x) {
        return means(gradient.times(x)).times(pixels(x));
    }

    @Override
    public Tensor inputGradient(Tensor gradient, Tensor gate, Tensor ofMeans) {
        return gradient.times(gate).plus(ofMeans.times(1 / pixels(gradient)));
    }

    private static double pixels(Tensor x) {
        return (double) x.sizes()[2] * x.sizes()[3];
    }
}
