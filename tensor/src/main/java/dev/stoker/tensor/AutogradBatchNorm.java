package dev.stoker.tensor;

import dev.stoker.tensor.internal.norm.BatchNormKernel;
import java.util.Optional;

/** By libtorch's operators and their gradients, on any device and in any type: the reference for the fused kernels. */
final class AutogradBatchNorm implements BatchNormKernel {

    @Override
    public boolean supports(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        return true;
    }

    @Override
    public Applied apply(Tensor x, Optional<Tensor> summand, BatchNorm norm) {
        norm.batches().ifPresent(count -> count.addInPlace(1));
        var input = x.detach().requireGradient();
        var added = summand.map(tensor -> tensor.detach().requireGradient());
        var normed = Functional.batchNorm(
                norm.inputBias()
                        .map(bias -> input.plus(bias.detach().reshape(1, bias.elements(), 1, 1)))
                        .orElse(input),
                norm.weight(),
                norm.bias(),
                norm.runningMean(),
                norm.runningVariance(),
                true,
                norm.momentum(),
                norm.epsilon());
        var activated = norm.activation().of(added.map(normed::plus).orElse(normed));
        var output = norm.pooling().map(pooling -> pooling.of(activated)).orElse(activated);
        return new RecordedNorm(input, added, norm, output);
    }
}
