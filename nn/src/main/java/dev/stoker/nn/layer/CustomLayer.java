package dev.stoker.nn.layer;

import dev.stoker.tensor.Tensor;
import java.util.List;
import java.util.function.Function;

/**
 * A layer that Stoker does not know: put it into a tree as {@link Layer.Custom}. Everything that reads trees asks it
 * here, so it is trained, counted, saved and loaded like any other.
 */
public interface CustomLayer {

    /** The tensors it needs, by their names within this layer. */
    List<WeightSpec> weights();

    /** What it makes of this; an exception refuses what it cannot take. */
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
