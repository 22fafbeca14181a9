package dev.stoker.nn;

/** How a tensor of weights starts. */
public sealed interface Start {
    Start ZERO = new Constant(0);

    record Constant(float value) implements Start {}

    record Normal(double deviation) implements Start {}

    record Uniform(double bound) implements Start {
        /** Within ±1/√fan: where PyTorch's linear layers and convolutions start. */
        static Uniform fan(int fan) {
            return new Uniform(1 / Math.sqrt(fan));
        }
    }

    /** Filters that pass on a channel each, as long as there are channels, and the others within ±bound. */
    record Identity(double bound) implements Start {}
}
