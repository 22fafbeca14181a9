package dev.stoker.tensor.internal.norm;

import dev.stoker.tensor.MaxPooling;
import dev.stoker.tensor.Tensor;

/** By libtorch's operators: the reference for the kernels. */
public final class AutogradMaxPool implements MaxPoolKernel {
    @Override
    public boolean supports(Tensor x, MaxPooling pooling) {
        return true;
    }

    @Override
    public Applied apply(Tensor x, MaxPooling pooling) {
        var input = x.detach().requireGradient();
        var output = pooling.of(input);
        return new Applied() {
            @Override
            public Tensor output() {
                return output.detach();
            }

            @Override
            public Tensor backward(Tensor gradient) {
                output.times(gradient).sum().backward();
                return input.takeGradient().orElseThrow();
            }
        };
    }
}
