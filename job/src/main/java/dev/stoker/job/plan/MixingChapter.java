package dev.stoker.job.plan;

/** What is mixed: pictures, and weights over time. */
@Chapter("Mixing and averaging")
public record MixingChapter(
        @Explained("how strongly pictures are mixed by shares; 0 is not at all") @Usually("0")
        double mixup,

        @Explained("how strongly parts of pictures are cut into others; 0 is not at all") @Usually("0")
        double cutmix,

        @Explained("share of the past in a moving average of the weights, which is evaluated and saved; 0 is none")
        @Usually("0")
        double averaging,

        @Explained("steps after which weights are drawn back to slower ones, which are the result; 0 is never")
        @Usually("0")
        int lookahead) {

    public MixingChapter {
        Check.that("mixup", mixup >= 0 && Double.isFinite(mixup), "at least 0", mixup);
        Check.that("cutmix", cutmix >= 0 && Double.isFinite(cutmix), "at least 0", cutmix);
        Check.that("averaging", averaging >= 0 && averaging < 1, "at least 0 and below 1", averaging);
        Check.that("lookahead", lookahead >= 0, "at least 0", lookahead);
    }
}
