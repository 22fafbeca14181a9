package dev.stoker.job.plan;

import dev.stoker.train.ParameterRules;

/** What becomes of gradients. */
@Chapter("Optimiser")
public record UpdateChapter(
        @Explained("sgd, adam, adamw, rmsprop, lars, lamb or muon") @Usually("sgd")
        OptimizerName optimizer,

        @Explained("momentum of sgd, rmsprop, lars and muon") @Usually("0.9")
        double momentum,

        @Explained("whether sgd looks ahead (Nesterov)") @Usually("true")
        boolean nesterov,

        @Explained("share of the past in the mean of gradients of adam, adamw and lamb") @Usually("0.9")
        double beta1,

        @Explained("share of the past in the mean of squares of adam, adamw and lamb") @Usually("0.999")
        double beta2,

        @Explained("share of the past in the mean of squares of rmsprop") @Usually("0.99")
        double alpha,

        @Explained("what keeps adam, adamw, rmsprop and lamb from dividing by zero") @Usually("1e-8")
        double epsilon,

        @Explained("length of a step of lars as a share of the length of the weights") @Usually("0.001")
        double trust,

        @Explained("rounds that make a move of muon orthogonal") @Usually("5")
        int muonRounds,

        @Explained("bring kernels to one length before each step of muon; for those that a batch norm follows")
        @Usually("false")
        boolean muonNormalise,

        @Explained("momentum of what muon leaves to gradient descent; 0 is the same as of muon") @Usually("0")
        double restMomentum,

        @Explained("how strongly weights are pulled to zero") @Usually("5e-4")
        double weightDecay,

        @Explained("parameters without weight decay, by patterns such as '*.bias,*bn*', or none") @Usually("none")
        String noDecay,

        @Explained("factors of the learning rate by patterns, such as 'head.*=10,layer1.*=0.1', or none")
        @Usually("none")
        String lrGroups,

        @Explained("factors of weight decay by patterns, such as '*.bias=0.1', or none") @Usually("none")
        String decayGroups,

        @Explained("epochs by which learning rates fall in a line to zero by patterns, such as 'conv1.*=3', or none")
        @Usually("none")
        String trainUntil) {

    /** Optimisers by name. */
    public enum OptimizerName {
        SGD,
        ADAM,
        ADAMW,
        RMSPROP,
        LARS,
        LAMB,
        MUON
    }

    public UpdateChapter {
        Check.that("momentum", momentum >= 0 && momentum < 1, "at least 0 and below 1", momentum);
        Check.that("beta1", beta1 >= 0 && beta1 < 1, "at least 0 and below 1", beta1);
        Check.that("beta2", beta2 >= 0 && beta2 < 1, "at least 0 and below 1", beta2);
        Check.that("alpha", alpha >= 0 && alpha < 1, "at least 0 and below 1", alpha);
        Check.that("epsilon", epsilon > 0 && Double.isFinite(epsilon), "above 0", epsilon);
        Check.that("trust", trust > 0 && Double.isFinite(trust), "above 0", trust);
        Check.that("muon-rounds", muonRounds >= 1, "at least 1", muonRounds);
        Check.that("rest-momentum", restMomentum >= 0 && restMomentum < 1, "at least 0 and below 1", restMomentum);
        Check.that("weight-decay", weightDecay >= 0 && Double.isFinite(weightDecay), "at least 0", weightDecay);
        Check.that("lr-groups", PatternText.areFactors(lrGroups), PatternText.FACTORS_EXPECTED, lrGroups);
        Check.that("decay-groups", PatternText.areFactors(decayGroups), PatternText.FACTORS_EXPECTED, decayGroups);
        Check.that("train-until", PatternText.areFactors(trainUntil), PatternText.EPOCHS_EXPECTED, trainUntil);
    }

    /** What goes for some parameters only. */
    public ParameterRules rules() {
        return new ParameterRules(
                PatternText.patterns(noDecay),
                PatternText.factors(lrGroups),
                PatternText.factors(decayGroups),
                PatternText.factors(trainUntil));
    }
}
