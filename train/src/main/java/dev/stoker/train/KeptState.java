package dev.stoker.train;

import dev.stoker.tensor.GradientScaling;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.Collection;
import java.util.List;

/** Tensors and a second place for their values, to come back to; both belong to the innermost scope. */
final class KeptState {
    private final Tensors changing;
    private final Tensors kept;

    KeptState(Collection<Tensor> tensors) {
        changing = Tensors.of(List.copyOf(tensors));
        kept = Tensors.of(tensors.stream().map(Tensor::zerosLike).toList());
    }

    void remember() {
        copy(changing, kept);
    }

    void restore() {
        copy(kept, changing);
    }

    private static void copy(Tensors from, Tensors to) {
        try (var _ = Gradients.off()) {
            GradientScaling.copy(from, to);
        }
    }
}
