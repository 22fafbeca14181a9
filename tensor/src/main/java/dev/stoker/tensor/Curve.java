package dev.stoker.tensor;

/** Activations that can run inside another kernel; norm.cu knows them by these names. */
public enum Curve {
    IDENTITY,
    RELU,
    RELU6,
    SILU,
    HARD_SWISH,
    GELU;

    Tensor of(Tensor x) {
        return switch (this) {
            case IDENTITY -> x;
            case RELU -> x.relu();
            case RELU6 -> x.relu6();
            case SILU -> x.silu();
            case HARD_SWISH -> x.hardSwish();
            case GELU -> x.gelu();
        };
    }
}
