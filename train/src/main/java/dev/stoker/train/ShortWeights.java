package dev.stoker.train;

import dev.stoker.core.ElementType;
import dev.stoker.nn.Weights;
import dev.stoker.tensor.GradientScaling;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.ArrayList;
import java.util.List;

/**
 * A copy of the weights in a short type, which forward and backward use; those of batch norm stay long. Updates are made to
 * the long ones, in which a small step is not lost.
 */
final class ShortWeights {
    private final Weights copy;
    private final Tensors longOnes;
    private final Tensors shortOnes;
    private final Tensors longGradients;
    private final Tensors shortGradients;

    /** The weights have gradients already. */
    ShortWeights(Weights weights, ElementType type) {
        copy = weights.inType(type);
        var from = new ArrayList<Tensor>();
        var to = new ArrayList<Tensor>();
        copy.parameters().forEach((name, tensor) -> {
            if (tensor.type() == type) {
                from.add(weights.all().get(name));
                to.add(tensor.createGradient());
            }
        });
        longOnes = Tensors.of(from);
        shortOnes = Tensors.of(to);
        longGradients = Tensors.of(gradients(from));
        shortGradients = Tensors.of(gradients(to));
    }

    private static List<Tensor> gradients(List<Tensor> tensors) {
        return tensors.stream().map(Tensor::gradient).toList();
    }

    Weights weights() {
        return copy;
    }

    void clearGradients() {
        shortGradients.zeroInPlace();
    }

    /** Gradients become long. */
    void collectGradients() {
        GradientScaling.copy(shortGradients, longGradients);
    }

    /** What was updated becomes short. */
    void refresh() {
        GradientScaling.copy(longOnes, shortOnes);
    }
}
