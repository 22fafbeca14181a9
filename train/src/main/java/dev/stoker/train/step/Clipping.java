package dev.stoker.train.step;

/** Gradient clipping: how gradients that are too large are limited before the update. */
public sealed interface Clipping {
    /** Gradients stay as they are. */
    record None() implements Clipping {}

    /** All gradients are scaled by one factor, so that the Euclidean norm of all together is at most this. */
    record Norm(double maximum) implements Clipping {
        public Norm {
            check("maximum gradient norm", maximum);
        }
    }

    /** Each element is limited to this magnitude. */
    record Value(double maximum) implements Clipping {
        public Value {
            check("maximum gradient value", maximum);
        }
    }

    /**
     * Adaptive gradient clipping (Brock et al., 2021): the gradient of each unit, which is what leads to one output of a layer, has at most
     * this share of the norm of the unit's weights. The last layer is not clipped.
     */
    record Adaptive(double factor) implements Clipping {
        public Adaptive {
            check("factor of adaptive gradient clipping", factor);
        }
    }

    private static void check(String name, double value) {
        if (!(value > 0 && Double.isFinite(value))) {
            throw new IllegalArgumentException("%s must be above 0, got %s".formatted(name, value));
        }
    }
}
