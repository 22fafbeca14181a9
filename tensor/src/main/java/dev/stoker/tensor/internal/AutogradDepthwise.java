package dev.stoker.tensor.internal;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.util.Optional;

/** By libtorch's operator and its gradients, on any device and in any type: the reference for the kernels. */
public final class AutogradDepthwise implements DepthwiseKernel {

    @Override
    public boolean supports(Tensor x, Tensor weight, long[] strides, long[] paddings) {
        return true;
    }

    @Override
    public Tensor output(Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings) {
        return Functional.conv2d(x, weight, bias, strides, paddings, weight.sizes()[0]);
    }

    @Override
    public Applied apply(Tensor x, Tensor weight, Optional<Tensor> bias, long[] strides, long[] paddings) {
        var input = x.detach().requireGradient();
        return new Recorded(input, output(input, weight, bias, strides, paddings));
    }

    private record Recorded(Tensor input, Tensor result) implements Applied {
        @Override
        public Tensor output() {
            return result.detach();
        }

        @Override
        public Optional<Tensor> backward(Tensor gradient, boolean ofInput) {
            result.times(gradient).sum().backward();
            return ofInput ? Optional.of(input.gradient()) : Optional.empty();
        }
    }
}
