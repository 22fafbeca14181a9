package dev.stoker.nn.layer;

/** How a tensor of weights starts. */
public sealed interface Initializer {
    Initializer ZERO = new Constant(0);

    record Constant(float value) implements Initializer {}

    record Normal(double deviation) implements Initializer {}

    record Uniform(double bound) implements Initializer {
        /** Within ±1/√fan: where PyTorch's linear layers and convolutions start. */
        public static Uniform fan(int fan) {
            return new Uniform(1 / Math.sqrt(fan));
        }
    }

    /** Filters that pass on a channel each, as long as there are channels, and the others within ±bound. */
    record Identity(double bound) implements Initializer {}
}
