package dev.stoker.tensor;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

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
        return new Recorded(input, added, norm, output);
    }

    private record Recorded(Tensor input, Optional<Tensor> summand, BatchNorm norm, Tensor result) implements Applied {
        @Override
        public Tensor output() {
            return result.detach();
        }

        @Override
        public InputGradients backward(List<Tensor> gradients) {
            var wanted = new ArrayList<>(List.of(input));
            summand.ifPresent(wanted::add);
            var parameters = List.of(norm.weight(), norm.bias()).stream()
                    .filter(Tensor::requiresGradient)
                    .toList();
            wanted.addAll(parameters);
            var gradient = gradients.stream().reduce(Tensor::plus).orElseThrow();
            TensorVector found = torch.grad(
                    TorchInterop.vector(List.of(result)),
                    TorchInterop.vector(wanted),
                    TorchInterop.vector(List.of(gradient)),
                    new BoolOptional(),
                    false,
                    false);
            int first = wanted.size() - parameters.size();
            for (int i = 0; i < parameters.size(); i++) {
                parameters.get(i).gradient().addInPlace(Tensor.of(found.get(first + i)));
            }
            return new InputGradients(Tensor.of(found.get(0)), summand.map(_ -> Tensor.of(found.get(1))));
        }
    }
}
