package dev.stoker.nn;

import dev.stoker.tensor.GradientTape;
import dev.stoker.tensor.Tensor;
import java.util.Optional;

/** Computes a model's output; reads the tree and the weights, keeps nothing. */
public final class Forward {
    private final Model model;
    private final Weights weights;
    private final boolean training;
    private final Optional<DropoutGenerator> randomness;
    private final Optional<GradientTape> tape;

    private Forward(
            Model model,
            Weights weights,
            boolean training,
            Optional<DropoutGenerator> randomness,
            Optional<GradientTape> tape) {
        this.model = model;
        this.weights = weights;
        this.training = training;
        this.randomness = randomness;
        this.tape = tape;
    }

    /** Batch norm uses and updates the statistics of the batch, unless it is frozen; a model that drops at random is refused. */
    public static Forward training(Model model, Weights weights) {
        return new Forward(model, weights, true, Optional.empty(), Optional.empty());
    }

    /** Batch norm uses and updates the statistics of the batch; dropout and the like draw from the randomness. */
    public static Forward training(Model model, Weights weights, DropoutGenerator randomness) {
        return new Forward(model, weights, true, Optional.of(randomness), Optional.empty());
    }

    public static Forward evaluating(Model model, Weights weights) {
        return new Forward(model, weights, false, Optional.empty(), Optional.empty());
    }

    /** The same, one pass of which is kept on a tape: call its backward, not that of the loss. */
    public Forward on(GradientTape tape) {
        return new Forward(model, weights, training, randomness, Optional.of(tape));
    }

    /** Logits (batch × classes) of normalized images (batch × channels × height × width). */
    public Tensor apply(Tensor images) {
        return outputs(images).logits();
    }

    /** Logits and, while training, those of an auxiliary head. */
    public ModelOutputs outputs(Tensor images) {
        return new ForwardPass(weights, training, randomness, tape).run(model.root(), images);
    }
}
