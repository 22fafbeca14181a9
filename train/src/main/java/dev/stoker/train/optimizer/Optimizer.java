package dev.stoker.train.optimizer;

import dev.stoker.tensor.Tensor;
import java.util.Map;

/**
 * Moves parameters along their gradients. Its state lives in the scope it was made in. Whatever changes from step to step
 * lies on the device, and nothing waits for the device, so that a step can be recorded once and replayed.
 */
public interface Optimizer {

    /** Which one, with its settings. */
    sealed interface Settings {
        double weightDecay();

        record Sgd(double momentum, double weightDecay, boolean nesterov) implements Settings {
            public Sgd {
                fraction("momentum", momentum);
                notNegative("weight decay", weightDecay);
                if (nesterov && momentum == 0) {
                    throw new IllegalArgumentException("Nesterov's way needs a momentum above 0");
                }
            }
        }

        record Adam(double beta1, double beta2, double epsilon, double weightDecay) implements Settings {
            public Adam {
                moments(beta1, beta2, epsilon);
                notNegative("weight decay", weightDecay);
            }
        }

        record AdamW(double beta1, double beta2, double epsilon, double weightDecay) implements Settings {
            public AdamW {
                moments(beta1, beta2, epsilon);
                notNegative("weight decay", weightDecay);
            }

            public AdamW(double beta1, double beta2, double weightDecay) {
                this(beta1, beta2, 1e-8, weightDecay);
            }
        }

        /** {@code alpha} is the share of the past in the mean of squares. */
        record RmsProp(double alpha, double epsilon, double momentum, double weightDecay) implements Settings {
            public RmsProp {
                fraction("alpha", alpha);
                positive("epsilon", epsilon);
                fraction("momentum", momentum);
                notNegative("weight decay", weightDecay);
            }
        }

        /** {@code trust} is the length of a step as a share of the length of the weights. */
        record Lars(double momentum, double trust, double weightDecay) implements Settings {
            public Lars {
                fraction("momentum", momentum);
                positive("trust", trust);
                notNegative("weight decay", weightDecay);
            }
        }

        record Lamb(double beta1, double beta2, double epsilon, double weightDecay) implements Settings {
            public Lamb {
                moments(beta1, beta2, epsilon);
                notNegative("weight decay", weightDecay);
            }
        }

        /**
         * {@code rounds} make a move orthogonal; {@code normalized} kernels are brought to the length √filters before each
         * step; what is not a hidden matrix moves by gradient descent with a momentum of its own.
         */
        record Muon(double momentum, double weightDecay, int rounds, boolean normalized, double restMomentum)
                implements Settings {
            public Muon {
                fraction("momentum", momentum);
                fraction("the momentum of the rest", restMomentum);
                notNegative("weight decay", weightDecay);
                if (momentum == 0 || restMomentum == 0) {
                    throw new IllegalArgumentException("Muon needs a momentum above 0");
                }
                if (rounds < 1) {
                    throw new IllegalArgumentException("Muon needs at least 1 round, got " + rounds);
                }
            }

            public Muon(double momentum, double weightDecay) {
                this(momentum, weightDecay, 5, false, momentum);
            }
        }

        /** One of the others, with exceptions for parameters of some names. */
        record Grouped(Settings all, ParameterRules rules) implements Settings {
            @Override
            public double weightDecay() {
                return all.weightDecay();
            }
        }

        private static void moments(double beta1, double beta2, double epsilon) {
            fraction("beta1", beta1);
            fraction("beta2", beta2);
            positive("epsilon", epsilon);
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

        private static void positive(String name, double value) {
            if (!(value > 0 && Double.isFinite(value))) {
                throw new IllegalArgumentException(name + " must be above 0, got " + value);
            }
        }
    }

    void clearGradients();

    /** Before a step, so many epochs into the run: writes down on the device what depends on that. */
    void prepare(double epochs);

    /** One update; {@code rate} is a float32 without dimensions on the device of the parameters. */
    void step(Tensor rate);

    /** What a checkpoint must keep, by name. */
    Map<String, Tensor> state();

    /** An optimizer of these parameters, which get gradients. */
    static Optimizer of(Settings settings, Map<String, Tensor> parameters) {
        return settings instanceof Settings.Grouped(Settings all, ParameterRules rules)
                ? new GroupedOptimizer(all, parameters, rules)
                : new GroupedOptimizer(settings, parameters, ParameterRules.NONE);
    }
}
