package dev.stoker.tensor;

import org.bytedeco.javacpp.PointerScope;
import org.bytedeco.pytorch.global.torch;

/** Activations: functions of each element. Those that can run inside another kernel are known to norm.cu by their names. */
public enum ActivationFunction {
    IDENTITY(true),
    RELU(true),
    /** {@code min(max(x, 0), 6)}. */
    RELU6(true),
    SIGMOID(false),
    /** {@code min(max(x / 6 + 1/2, 0), 1)}. */
    HARD_SIGMOID(false),
    /** {@code x · sigmoid(x)}. */
    SILU(true),
    /** {@code x · hardSigmoid(x)}. */
    HARD_SWISH(true),
    /** {@code x · Φ(x)}, with the normal distribution itself and not an approximation. */
    GELU(true);

    private final boolean fusable;

    ActivationFunction(boolean fusable) {
        this.fusable = fusable;
    }

    public boolean isFusable() {
        return fusable;
    }

    /** The identity returns the same tensor. */
    public Tensor of(Tensor x) {
        var handle = x.handle();
        return switch (this) {
            case IDENTITY -> x;
            case RELU -> Tensor.of(handle.relu());
            case RELU6 -> Tensor.of(torch.relu6(handle));
            case SIGMOID -> Tensor.of(handle.sigmoid());
            case HARD_SIGMOID -> Tensor.of(torch.hardsigmoid(handle));
            case SILU -> Tensor.of(torch.silu(handle));
            case HARD_SWISH -> Tensor.of(torch.hardswish(handle));
            case GELU -> Tensor.of(torch.gelu(handle));
        };
    }

    /** In the memory of x where that is possible; autograd must not need x itself for the gradients of what computed it. */
    public Tensor inPlace(Tensor x) {
        if (this != RELU) {
            return of(x);
        }
        try (var _ = new PointerScope()) {
            x.handle().relu_();
        }
        return x;
    }
}
