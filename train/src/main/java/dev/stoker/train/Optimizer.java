package dev.stoker.train;

import dev.stoker.tensor.Tensor;
import java.util.Map;

/** Moves parameters along their gradients. Its state lives in the scope it was made in. */
public interface Optimizer {

    /** Which one, with its settings. */
    sealed interface Settings {
        double weightDecay();

        record Sgd(double momentum, double weightDecay, boolean nesterov) implements Settings {
            public Sgd {
                fraction("momentum", momentum);
                notNegative("weight decay", weightDecay);
            }
        }

        record AdamW(double beta1, double beta2, double weightDecay) implements Settings {
            public AdamW {
                fraction("beta1", beta1);
                fraction("beta2", beta2);
                notNegative("weight decay", weightDecay);
            }
        }

        private static void fraction(String name, double value) {
            if (!(value >= 0 && value < 1)) {
                throw new IllegalArgumentException(name + " must be at least 0 and below 1, got " + value);
            }
        }

        private static void notNegative(String name, double value) {
            if (!(value >= 0 && Double.isFinite(value))) {
                throw new IllegalArgumentException(name + " must be at least 0, got " + value);
            }
        }
    }

    void clearGradients();

    void step(double rate);

    /** What a checkpoint must keep, by name. */
    Map<String, Tensor> state();

    /** An optimiser of these parameters. */
    static Optimizer of(Settings settings, Map<String, Tensor> parameters) {
        return switch (settings) {
            case Settings.Sgd sgd -> new SgdOptimizer(sgd, parameters);
            case Settings.AdamW adamW -> new AdamWOptimizer(adamW, parameters);
        };
    }
}
