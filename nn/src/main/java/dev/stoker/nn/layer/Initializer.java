package dev.stoker.nn.layer;

/** How a weight tensor is initialized. */
public sealed interface Initializer {
    Initializer ZERO = new Constant(0);

    record Constant(float value) implements Initializer {}

    record Normal(double deviation) implements Initializer {}

    record Uniform(double bound) implements Initializer {
        /** Within ±1/√fan, PyTorch's default for linear layers and convolutions. */
        public static Uniform fan(int fan) {
            return new Uniform(1 / Math.sqrt(fan));
        }
    }

    /** Filters that are the identity of one channel each, as long as there are channels, and the others uniform within ±bound. */
    record Identity(double bound) implements Initializer {}
}
