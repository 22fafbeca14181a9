package dev.stoker.nn;

import dev.stoker.tensor.GradientTape;
import dev.stoker.tensor.Tensor;
import java.util.Optional;
import java.util.OptionalDouble;

/** Computes a model's output; reads the tree and the weights, keeps no state. */
public final class Forward {
    private final Model model;
    private final Weights weights;
    private final boolean training;
    private final Optional<DropoutGenerator> dropout;
    private final Optional<GradientTape> tape;
    private final OptionalDouble momentum;

    private Forward(
            Model model,
            Weights weights,
            boolean training,
            Optional<DropoutGenerator> dropout,
            Optional<GradientTape> tape,
            OptionalDouble momentum) {
        this.model = model;
        this.weights = weights;
        this.training = training;
        this.dropout = dropout;
        this.tape = tape;
        this.momentum = momentum;
    }

    /** In training mode: batch norm uses the statistics of the batch, unless it is frozen; a model with dropout is refused. */
    public static Forward training(Model model, Weights weights) {
        return new Forward(model, weights, true, Optional.empty(), Optional.empty(), OptionalDouble.empty());
    }

    /** In training mode: batch norm uses the statistics of the batch; dropout and stochastic depth use the generator. */
    public static Forward training(Model model, Weights weights, DropoutGenerator dropout) {
        return new Forward(model, weights, true, Optional.of(dropout), Optional.empty(), OptionalDouble.empty());
    }

    /** In evaluation mode: batch norm uses its running statistics, and nothing is dropped. */
    public static Forward evaluating(Model model, Weights weights) {
        return new Forward(model, weights, false, Optional.empty(), Optional.empty(), OptionalDouble.empty());
    }

    /** The same, with one pass recorded on a tape: call its backward, not that of the loss. */
    public Forward withTape(GradientTape tape) {
        return new Forward(model, weights, training, dropout, Optional.of(tape), momentum);
    }

    /** The same; each batch norm takes this share of the statistics of the batch, whatever its own momentum is. */
    public Forward withMomentum(double share) {
        return new Forward(model, weights, training, dropout, tape, OptionalDouble.of(share));
    }

    /** Logits (batch × classes) of normalized images (batch × channels × height × width). */
    public Tensor apply(Tensor images) {
        return outputs(images).logits();
    }

    /** Logits and, while training, those of an auxiliary head. */
    public ModelOutputs outputs(Tensor images) {
        return new ForwardPass(weights, training, dropout, tape, momentum).run(model.root(), images);
    }
}
