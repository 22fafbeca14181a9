package dev.stoker.train.optimizer;

import dev.stoker.tensor.Tensor;
import java.util.Map;
import java.util.function.Function;

/**
 * Updates parameters by their gradients. Its state lives in the scope it was created in. Everything that changes from step to
 * step is on the device, and nothing waits for the device, so that a step can be captured once and replayed.
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
                    throw new IllegalArgumentException("Nesterov momentum needs a momentum above 0");
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

        /** {@code beta1} interpolates what the sign is taken of, {@code beta2} is the decay rate of the momentum. */
        record Lion(double beta1, double beta2, double weightDecay) implements Settings {
            public Lion {
                fraction("beta1", beta1);
                fraction("beta2", beta2);
                notNegative("weight decay", weightDecay);
            }
        }

        /** {@code alpha} is the smoothing constant of the mean of squared gradients. */
        record RmsProp(double alpha, double epsilon, double momentum, double weightDecay) implements Settings {
            public RmsProp {
                fraction("alpha", alpha);
                positive("epsilon", epsilon);
                fraction("momentum", momentum);
                notNegative("weight decay", weightDecay);
            }
        }

        /** {@code trustCoefficient} is the norm of a step as a fraction of the norm of the weights. */
        record Lars(double momentum, double trustCoefficient, double weightDecay) implements Settings {
            public Lars {
                fraction("momentum", momentum);
                positive("trust coefficient", trustCoefficient);
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
         * {@code newtonSchulzSteps} orthogonalize an update; {@code normalized} kernels are scaled to the norm √filters before
         * each step; parameters that are not hidden matrices are updated by SGD with a momentum of their own.
         */
        record Muon(double momentum, double weightDecay, int newtonSchulzSteps, boolean normalized, double restMomentum)
                implements Settings {
            public Muon {
                fraction("momentum", momentum);
                fraction("momentum of the other parameters", restMomentum);
                notNegative("weight decay", weightDecay);
                if (momentum == 0 || restMomentum == 0) {
                    throw new IllegalArgumentException("Muon needs a momentum above 0");
                }
                if (newtonSchulzSteps < 1) {
                    throw new IllegalArgumentException(
                            "Muon needs at least 1 Newton-Schulz step, got " + newtonSchulzSteps);
                }
            }

            public Muon(double momentum, double weightDecay) {
                this(momentum, weightDecay, 5, false, momentum);
            }
        }

        /** One of the others, with rules for parameters of some names. */
        record Grouped(Settings all, ParameterRules rules) implements Settings {
            @Override
            public double weightDecay() {
                return all.weightDecay();
            }
        }

        /**
         * An optimizer of your own.
         *
         * @param name for people and for the plan of a run
         * @param factory creates it for parameters by name, in the order of the model; their gradients exist already
         */
        record Custom(String name, Function<Map<String, Tensor>, Optimizer> factory) implements Settings {
            /** Its weight decay is its own business. */
            @Override
            public double weightDecay() {
                return 0;
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

    /** Before a step, so many epochs into the run: writes what depends on that into tensors. */
    void prepare(double epochs);

    /** One update; {@code rate} is a float32 without dimensions on the device of the parameters. */
    void step(Tensor rate);

    /** What a checkpoint keeps, by name. */
    Map<String, Tensor> state();

    /** An optimizer of these parameters; it creates their gradients. */
    static Optimizer of(Settings settings, Map<String, Tensor> parameters) {
        if (settings instanceof Settings.Custom custom) {
            parameters.values().forEach(Tensor::createGradient);
            return custom.factory().apply(parameters);
        }
        return settings instanceof Settings.Grouped(Settings all, ParameterRules rules)
                ? new GroupedOptimizer(all, parameters, rules)
                : new GroupedOptimizer(settings, parameters, ParameterRules.NONE);
    }
}
