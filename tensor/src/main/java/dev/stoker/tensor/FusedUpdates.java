package dev.stoker.tensor;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.IValue;

/** Optimiser updates over all parameters in one operator call each. */
public final class FusedUpdates {
    private FusedUpdates() {}

    /** Stochastic gradient descent; momenta that start as zeros need no special first step. */
    public static void sgd(
            List<Tensor> parameters,
            List<Tensor> gradients,
            List<Tensor> momenta,
            double rate,
            double momentum,
            double weightDecay,
            boolean nesterov) {
        try (var _ = new PointerScope()) {
            Torch.call(
                    "aten::_fused_sgd_",
                    "",
                    list(parameters),
                    list(gradients),
                    list(momenta),
                    new IValue(weightDecay),
                    new IValue(momentum),
                    new IValue(rate),
                    new IValue(0.0),
                    new IValue(nesterov),
                    new IValue(false),
                    new IValue(false),
                    new IValue(),
                    new IValue());
        }
    }

    /** AdamW; {@code steps} holds one float32 counter per parameter and is raised here. */
    public static void adamW(
            List<Tensor> parameters,
            List<Tensor> gradients,
            List<Tensor> means,
            List<Tensor> variances,
            List<Tensor> steps,
            double rate,
            double beta1,
            double beta2,
            double weightDecay,
            double epsilon) {
        try (var _ = new PointerScope()) {
            Torch.call("aten::_foreach_add_", "Scalar", list(steps), new IValue(1.0));
            Torch.call(
                    "aten::_fused_adamw_",
                    "",
                    list(parameters),
                    list(gradients),
                    list(means),
                    list(variances),
                    list(List.of()),
                    list(steps),
                    new IValue(rate),
                    new IValue(beta1),
                    new IValue(beta2),
                    new IValue(weightDecay),
                    new IValue(epsilon),
                    new IValue(false),
                    new IValue(false),
                    new IValue(),
                    new IValue());
        }
    }

    private static IValue list(List<Tensor> tensors) {
        return Torch.list(Torch.vector(tensors));
    }
}
