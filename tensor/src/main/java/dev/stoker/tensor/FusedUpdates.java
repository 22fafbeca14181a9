package dev.stoker.tensor;

import java.util.List;
import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.IValue;

/**
 * Optimizer updates over all parameters in one operator call each. The learning rate is a number on the device, so that
 * a captured step reads the current rate.
 */
public final class FusedUpdates {
    private static final String RATE_ON_DEVICE = "tensor_lr";

    private FusedUpdates() {}

    /** Stochastic gradient descent; momenta that start as zeros need no special first step. */
    public static void sgd(
            Tensors parameters,
            Tensors gradients,
            Tensors momenta,
            Tensor rate,
            double momentum,
            double weightDecay,
            boolean nesterov) {
        try (var _ = new PointerScope()) {
            TorchInterop.call(
                    "aten::_fused_sgd_",
                    RATE_ON_DEVICE,
                    parameters.list(),
                    gradients.list(),
                    momenta.list(),
                    new IValue(weightDecay),
                    new IValue(momentum),
                    new IValue(rate.handle()),
                    new IValue(0.0),
                    new IValue(nesterov),
                    new IValue(false),
                    new IValue(false),
                    new IValue(),
                    new IValue());
        }
    }

    /** The state of Adam: {@code steps} holds one float32 counter per parameter, raised by each update. */
    public record AdamMoments(Tensors means, Tensors variances, Tensors steps) {}

    /** Hyperparameters of Adam, which are constant over a run. */
    public record AdamHyperparameters(double beta1, double beta2, double weightDecay, double epsilon) {}

    /** Adam; weight decay is added to the gradient (L2 regularization). */
    public static void adam(
            Tensors parameters, Tensors gradients, AdamMoments moments, Tensor rate, AdamHyperparameters numbers) {
        adam("aten::_fused_adam_", parameters, gradients, moments, rate, numbers);
    }

    /** AdamW: Adam with decoupled weight decay. */
    public static void adamW(
            Tensors parameters, Tensors gradients, AdamMoments moments, Tensor rate, AdamHyperparameters numbers) {
        adam("aten::_fused_adamw_", parameters, gradients, moments, rate, numbers);
    }

    private static void adam(
            String operator,
            Tensors parameters,
            Tensors gradients,
            AdamMoments moments,
            Tensor rate,
            AdamHyperparameters numbers) {
        moments.steps.addInPlace(1);
        try (var _ = new PointerScope()) {
            TorchInterop.call(
                    operator,
                    RATE_ON_DEVICE,
                    parameters.list(),
                    gradients.list(),
                    moments.means.list(),
                    moments.variances.list(),
                    TorchInterop.list(TorchInterop.vector(List.of())),
                    moments.steps.list(),
                    new IValue(rate.handle()),
                    new IValue(numbers.beta1),
                    new IValue(numbers.beta2),
                    new IValue(numbers.weightDecay),
                    new IValue(numbers.epsilon),
                    new IValue(false),
                    new IValue(false),
                    new IValue(),
                    new IValue());
        }
    }
}
