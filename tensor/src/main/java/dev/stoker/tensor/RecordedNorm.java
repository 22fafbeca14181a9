package dev.stoker.tensor;

import dev.stoker.tensor.internal.norm.BatchNormKernel;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.bytedeco.pytorch.BoolOptional;
import org.bytedeco.pytorch.TensorVector;
import org.bytedeco.pytorch.global.torch;

/** A norm whose gradients are autograd's: of what it read, of the summand, and of weight and bias. */
record RecordedNorm(Tensor input, Optional<Tensor> summand, BatchNorm norm, Tensor result)
        implements BatchNormKernel.Applied {
    @Override
    public Tensor output() {
        return result.detach();
    }

    @Override
    public BatchNormKernel.InputGradients backward(List<Tensor> gradients) {
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
        return new BatchNormKernel.InputGradients(Tensor.of(found.get(0)), summand.map(_ -> Tensor.of(found.get(1))));
    }
}
