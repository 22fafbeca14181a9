package dev.stoker.job.plan;

import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.ParameterFactors;
import dev.stoker.job.plan.value.ParameterPatterns;
import dev.stoker.train.optimizer.ParameterRules;

/** The optimizer and its hyperparameters. */
@OptionGroup("Optimizer")
public record OptimizerOptions(
        @Description("optimizer: sgd, adam, adamw, lion, rmsprop, lars, lamb or muon") @Default("sgd")
        OptimizerName optimizer,

        @Description("momentum of sgd, rmsprop, lars and muon") @Default("0.9")
        double momentum,

        @Description("Nesterov momentum, for sgd") @Default("true")
        boolean nesterov,

        @Description(
                "beta1: decay rate of the first moment of adam, adamw and lamb, and of what lion takes the sign of")
        @Default("0.9")
        double beta1,

        @Description(
                "beta2: decay rate of the second moment of adam, adamw and lamb, and of the momentum of lion, or auto:"
                        + " 0.999, for lion 0.99")
        @Default("auto")
        Auto<Double> beta2,

        @Description("alpha: smoothing constant of rmsprop") @Default("0.99")
        double alpha,

        @Description("epsilon: term added to the denominator of adam, adamw, rmsprop and lamb") @Default("1e-8")
        double epsilon,

        @Description("trust coefficient of lars") @Default("0.001")
        double trustCoefficient,

        @Description("Newton-Schulz iterations of muon") @Default("5")
        int muonSteps,

        @Description("weight normalization before each step of muon, for kernels that a batch norm follows")
        @Default("false")
        boolean muonNormalize,

        @Description("momentum of the SGD that updates what muon does not; 0 is the momentum of muon") @Default("0")
        double restMomentum,

        @Description("weight decay") @Default("5e-4") double weightDecay,

        @Description("parameters without weight decay, as patterns such as '*.bias,*bn*', or none") @Default("none")
        ParameterPatterns noDecay,

        @Description("learning rate factors per parameter group, as patterns such as 'head.*=10,layer1.*=0.1', or none")
        @Default("none")
        ParameterFactors lrGroups,

        @Description("layer decay: factor of the learning rate of each block, once for each block after it; 1 disables")
        @Default("1")
        double layerDecay,

        @Description("weight decay factors per parameter group, as patterns such as '*.bias=0.1', or none")
        @Default("none")
        ParameterFactors decayGroups,

        @Description("layer freezing: epochs by which learning rates decay linearly to zero, as patterns such as"
                + " 'conv1.*=3', or none")
        @Default("none")
        ParameterFactors trainUntil)
        implements Options {

    /** Optimizers by name. */
    public enum OptimizerName {
        SGD,
        ADAM,
        ADAMW,
        LION,
        RMSPROP,
        LARS,
        LAMB,
        MUON
    }

    public OptimizerOptions {
        KeyCheck.that("momentum", momentum >= 0 && momentum < 1, "at least 0 and below 1", momentum);
        KeyCheck.that("beta1", beta1 >= 0 && beta1 < 1, "at least 0 and below 1", beta1);
        KeyCheck.that("beta2", beta2.isAutoOr(beta -> beta >= 0 && beta < 1), "at least 0 and below 1", beta2);
        KeyCheck.that("alpha", alpha >= 0 && alpha < 1, "at least 0 and below 1", alpha);
        KeyCheck.that("epsilon", epsilon > 0 && Double.isFinite(epsilon), "above 0", epsilon);
        KeyCheck.that(
                "trust-coefficient",
                trustCoefficient > 0 && Double.isFinite(trustCoefficient),
                "above 0",
                trustCoefficient);
        KeyCheck.that("muon-steps", muonSteps >= 1, "at least 1", muonSteps);
        KeyCheck.that("rest-momentum", restMomentum >= 0 && restMomentum < 1, "at least 0 and below 1", restMomentum);
        KeyCheck.that("layer-decay", layerDecay > 0 && layerDecay <= 1, "above 0 and at most 1", layerDecay);
        KeyCheck.that("weight-decay", weightDecay >= 0 && Double.isFinite(weightDecay), "at least 0", weightDecay);
    }

    /** That of the optimizer's paper where none is given. */
    public double chosenBeta2() {
        return beta2.orElse(optimizer == OptimizerName.LION ? 0.99 : 0.999);
    }

    /** What holds for some parameters only. */
    public ParameterRules rules() {
        return new ParameterRules(
                noDecay.patterns(), lrGroups.factors(), decayGroups.factors(), trainUntil.factors(), layerDecay);
    }
}
