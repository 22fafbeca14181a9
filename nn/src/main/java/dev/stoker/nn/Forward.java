package dev.stoker.nn;

import dev.stoker.tensor.Tensor;
import java.util.Optional;

/** Computes a model's output; reads the tree and the weights, keeps nothing. */
public final class Forward {
    private final Model model;
    private final Weights weights;
    private final boolean training;
    private final Optional<Randomness> randomness;

    private Forward(Model model, Weights weights, boolean training, Optional<Randomness> randomness) {
        this.model = model;
        this.weights = weights;
        this.training = training;
        this.randomness = randomness;
    }

    /** Batch norm uses and updates the statistics of the batch, unless it is frozen; a model that drops at random is refused. */
    public static Forward training(Model model, Weights weights) {
        return new Forward(model, weights, true, Optional.empty());
    }

    /** Batch norm uses and updates the statistics of the batch; dropout and the like draw from the randomness. */
    public static Forward training(Model model, Weights weights, Randomness randomness) {
        return new Forward(model, weights, true, Optional.of(randomness));
    }

    public static Forward evaluating(Model model, Weights weights) {
        return new Forward(model, weights, false, Optional.empty());
    }

    /** Logits (batch × classes) of normalised pictures (batch × channels × height × width). */
    public Tensor apply(Tensor pictures) {
        return outputs(pictures).logits();
    }

    /** Logits and, while training, those of an auxiliary head. */
    public Outputs outputs(Tensor pictures) {
        return new Pass(weights, training, randomness).run(model.root(), pictures);
    }
}
