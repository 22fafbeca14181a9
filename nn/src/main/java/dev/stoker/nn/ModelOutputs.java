package dev.stoker.nn;

import dev.stoker.tensor.Tensor;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** The output of a model: logits (batch × classes), and in training those of its auxiliary head, if it has one. */
public record ModelOutputs(Tensor logits, Optional<Tensor> auxiliary) {
    private static final double AUXILIARY_SHARE = 0.4; // as published for Inception v3 and used by torchvision

    /** The same in 32-bit floats. */
    public ModelOutputs toFloat() {
        return new ModelOutputs(logits.toFloat(), auxiliary.map(Tensor::toFloat));
    }

    /** The loss of the logits and a share of that of the auxiliary ones. */
    public Tensor loss(UnaryOperator<Tensor> criterion) {
        var loss = criterion.apply(logits);
        return auxiliary
                .map(head -> loss.plus(criterion.apply(head).times(AUXILIARY_SHARE)))
                .orElse(loss);
    }
}
