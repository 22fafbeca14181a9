package dev.stoker.nn.layer;

import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.function.Function;

/**
 * A user-defined layer: put it into a tree as {@link Layer.Custom}. All readers of the tree use these methods, so it is
 * trained, counted, saved and loaded like any other.
 */
public interface CustomLayer {

    /** The tensors it needs, by their names within this layer. */
    List<WeightSpec> weights();

    /** The shape of its output; throws an exception for input that it does not support. */
    ActivationShape output(ActivationShape input);

    /**
     * The output for a batch, by operations that gradients pass through.
     *
     * @param weights finds a tensor by its name within this layer
     */
    Tensor forward(Function<String, Tensor> weights, Tensor x, boolean training);

    /** Multiplications for one image. */
    default long multiplyAdds(ActivationShape input) {
        return 0;
    }
}
