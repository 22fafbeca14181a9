package dev.stoker.train.internal.step;

import dev.stoker.tensor.GradientScaling;
import dev.stoker.tensor.Gradients;
import dev.stoker.tensor.Tensor;
import dev.stoker.tensor.Tensors;
import java.util.Collection;
import java.util.List;

/** Tensors and a copy of their values to restore; the copy belongs to the innermost scope. */
public final class TensorSnapshot {
    private final Tensors changing;
    private final Tensors kept;

    public TensorSnapshot(Collection<Tensor> tensors) {
        changing = Tensors.of(List.copyOf(tensors));
        kept = Tensors.of(tensors.stream().map(Tensor::zerosLike).toList());
    }

    public void save() {
        copy(changing, kept);
    }

    public void restore() {
        copy(kept, changing);
    }

    private static void copy(Tensors from, Tensors to) {
        try (var _ = Gradients.off()) {
            GradientScaling.copy(from, to);
        }
    }
}
