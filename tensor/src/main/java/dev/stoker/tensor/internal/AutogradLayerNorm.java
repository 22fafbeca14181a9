package dev.stoker.tensor.internal;

import dev.stoker.tensor.Functional;
import dev.stoker.tensor.Tensor;
import java.util.Optional;

/** By libtorch's operator and its gradients, on any device and in any type: the reference for the fused kernels. */
public final class AutogradLayerNorm implements LayerNormKernel {

    @Override
    public boolean supports(Tensor x, Tensor weight) {
        return true;
    }

    @Override
    public Applied apply(Tensor x, Tensor weight, Tensor bias, double epsilon) {
        var input = x.detach().requireGradient();
        return new Recorded(input, Functional.layerNorm(input, weight, bias, epsilon));
    }

    private record Recorded(Tensor input, Tensor result) implements Applied {
        @Override
        public Tensor output() {
            return result.detach();
        }

        @Override
        public Tensor backward(Tensor gradient, Optional<Tensor> other) {
            result.times(gradient).sum().backward();
            var found = input.gradient();
            return other.map(each -> each.addInPlace(found)).orElse(found);
        }
    }
}
