package dev.stoker.train.internal.step;

import dev.stoker.nn.Weights;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.TensorScope;
import dev.stoker.tensor.Tensors;
import java.util.List;
import java.util.Optional;

/**
 * The ascent of sharpness-aware minimization (SAM, Foret et al., 2021): before a step descends, its weights move by a radius in the
 * direction of the gradient, and the gradient there is the one that they are updated by. Gradients are those of the whole batch,
 * on all ranks and of all micro-batches, and their scale does not matter, so fp16 needs no unscaling in between: where they
 * overflowed, the weights at the top are NaN, and so are the gradients by which the step is skipped.
 *
 * <p>Weights and running statistics return from a copy, so that nothing of the ascent is left in them.
 */
final class SharpnessAwareAscent {
    /** The norm of a gradient that is zero. */
    private static final double SMALLEST_NORM = 1e-12;

    private final double radius;
    private final Tensors parameters;
    private final Tensors gradients;
    private final TensorSnapshot weights;
    private final Optional<TensorSnapshot> statistics;
    private boolean ascended;

    /** Of weights that have gradients. Tensors that it makes belong to the innermost scope. */
    SharpnessAwareAscent(double radius, Weights weights, ParameterGradients gradients) {
        this.radius = radius;
        parameters = Tensors.of(List.copyOf(weights.parameters().values()));
        this.gradients = gradients.all();
        this.weights = new TensorSnapshot(weights.parameters().values());
        statistics = weights.buffers().isEmpty()
                ? Optional.empty()
                : Optional.of(new TensorSnapshot(weights.buffers().values()));
    }

    /** Moves the weights uphill. */
    void ascend() {
        weights.save();
        statistics.ifPresent(TensorSnapshot::save);
        ascended = true;
        try (var _ = TensorScope.open("ascent");
                var _ = Gradients.off()) {
            var norm = gradients.norms().norms(0).reshape();
            var factor = norm.atLeast(SMALLEST_NORM).reciprocal().times(radius);
            parameters.addInPlace(gradients.times(factor), 1);
        }
    }

    /** Returns to where the ascent began; true where there was one. Also after a failure. */
    boolean descend() {
        boolean moved = ascended;
        if (moved) {
            weights.restore();
            statistics.ifPresent(TensorSnapshot::restore);
            ascended = false;
        }
        return moved;
    }
}
