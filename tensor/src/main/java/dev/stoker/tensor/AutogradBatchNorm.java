package dev.stoker.tensor;

import java.util.Optional;

/** By libtorch's operators and their gradients, on any device and in any type: the reference for the fused kernels. */
final class AutogradBatchNorm implements BatchNormKernel {

    @Override
    public boolean supports(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        return true;
    }

    @Override
    public Applied apply(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        var input = x.detach().requireGradient();
        var added = summand.map(tensor -> tensor.detach().requireGradient());
        var normed = Functional.batchNorm(
                input,
                norm.weight(),
                norm.bias(),
                norm.runningMean(),
                norm.runningVariance(),
                true,
                norm.momentum(),
                norm.epsilon());
        var output = norm.activation().of(added.map(normed::plus).orElse(normed));
        return new RecordedNorm(input, added, norm, output);
    }
}
