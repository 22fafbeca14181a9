package dev.stoker.job.plan;

import dev.stoker.train.optimizer.ParameterRules;

/** What becomes of gradients. */
@OptionGroup("Optimizer")
public record OptimizerOptions(
        @Description("sgd, adam, adamw, rmsprop, lars, lamb or muon") @Default("sgd")
        OptimizerName optimizer,

        @Description("momentum of sgd, rmsprop, lars and muon") @Default("0.9")
        double momentum,

        @Description("whether sgd looks ahead (Nesterov)") @Default("true")
        boolean nesterov,

        @Description("share of the past in the mean of gradients of adam, adamw and lamb") @Default("0.9")
        double beta1,

        @Description("share of the past in the mean of squares of adam, adamw and lamb") @Default("0.999")
        double beta2,

        @Description("share of the past in the mean of squares of rmsprop") @Default("0.99")
        double alpha,

        @Description("what keeps adam, adamw, rmsprop and lamb from dividing by zero") @Default("1e-8")
        double epsilon,

        @Description("length of a step of lars as a share of the length of the weights") @Default("0.001")
        double trust,

        @Description("rounds that make a move of muon orthogonal") @Default("5")
        int muonRounds,

        @Description("bring kernels to one length before each step of muon; for those that a batch norm follows")
        @Default("false")
        boolean muonNormalize,

        @Description("momentum of what muon leaves to gradient descent; 0 is the same as of muon") @Default("0")
        double restMomentum,

        @Description("how strongly weights are pulled to zero") @Default("5e-4")
        double weightDecay,

        @Description("parameters without weight decay, by patterns such as '*.bias,*bn*', or none") @Default("none")
        String noDecay,

        @Description("factors of the learning rate by patterns, such as 'head.*=10,layer1.*=0.1', or none")
        @Default("none")
        String lrGroups,

        @Description("factors of weight decay by patterns, such as '*.bias=0.1', or none") @Default("none")
        String decayGroups,

        @Description("epochs by which learning rates fall in a line to zero by patterns, such as 'conv1.*=3', or none")
        @Default("none")
        String trainUntil) {

    /** Optimizers by name. */
    public enum OptimizerName {
        SGD,
        ADAM,
        ADAMW,
        RMSPROP,
        LARS,
        LAMB,
        MUON
    }

    public OptimizerOptions {
        KeyCheck.that("momentum", momentum >= 0 && momentum < 1, "at least 0 and below 1", momentum);
        KeyCheck.that("beta1", beta1 >= 0 && beta1 < 1, "at least 0 and below 1", beta1);
        KeyCheck.that("beta2", beta2 >= 0 && beta2 < 1, "at least 0 and below 1", beta2);
        KeyCheck.that("alpha", alpha >= 0 && alpha < 1, "at least 0 and below 1", alpha);
        KeyCheck.that("epsilon", epsilon > 0 && Double.isFinite(epsilon), "above 0", epsilon);
        KeyCheck.that("trust", trust > 0 && Double.isFinite(trust), "above 0", trust);
        KeyCheck.that("muon-rounds", muonRounds >= 1, "at least 1", muonRounds);
        KeyCheck.that("rest-momentum", restMomentum >= 0 && restMomentum < 1, "at least 0 and below 1", restMomentum);
        KeyCheck.that("weight-decay", weightDecay >= 0 && Double.isFinite(weightDecay), "at least 0", weightDecay);
        KeyCheck.that(
                "lr-groups",
                ParameterPatternParser.areFactors(lrGroups),
                ParameterPatternParser.FACTORS_EXPECTED,
                lrGroups);
        KeyCheck.that(
                "decay-groups",
                ParameterPatternParser.areFactors(decayGroups),
                ParameterPatternParser.FACTORS_EXPECTED,
                decayGroups);
        KeyCheck.that(
                "train-until",
                ParameterPatternParser.areFactors(trainUntil),
                ParameterPatternParser.EPOCHS_EXPECTED,
                trainUntil);
    }

    /** What goes for some parameters only. */
    public ParameterRules rules() {
        return new ParameterRules(
                ParameterPatternParser.patterns(noDecay),
                ParameterPatternParser.factors(lrGroups),
                ParameterPatternParser.factors(decayGroups),
                ParameterPatternParser.factors(trainUntil));
    }
}
