package dev.stoker.job.plan;

/** What is mixed: images, and weights over time. */
@OptionGroup("Mixing and averaging")
public record RegularizationOptions(
        @Description("how strongly images are mixed by shares; 0 is not at all") @Default("0")
        double mixup,

        @Description("how strongly parts of images are cut into others; 0 is not at all") @Default("0")
        double cutmix,

        @Description("share of the past in a moving average of the weights, which is evaluated and saved; 0 is none")
        @Default("0")
        double averaging,

        @Description("steps after which weights are drawn back to slower ones, which are the result; 0 is never")
        @Default("0")
        int lookahead) {

    public RegularizationOptions {
        KeyCheck.that("mixup", mixup >= 0 && Double.isFinite(mixup), "at least 0", mixup);
        KeyCheck.that("cutmix", cutmix >= 0 && Double.isFinite(cutmix), "at least 0", cutmix);
        KeyCheck.that("averaging", averaging >= 0 && averaging < 1, "at least 0 and below 1", averaging);
        KeyCheck.that("lookahead", lookahead >= 0, "at least 0", lookahead);
    }
}
