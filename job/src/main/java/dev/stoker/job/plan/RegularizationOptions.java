package dev.stoker.job.plan;

import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.nn.DropRates;

/** Regularization of targets and weights. */
@OptionGroup("Regularization")
public record RegularizationOptions(
        @Description("label smoothing: share of the target spread over the other classes") @Default("0")
        double labelSmoothing,

        @Description("exponential moving average (EMA) of the weights: decay; the average is evaluated and saved; 0"
                + " disables")
        @Default("0")
        double ema,

        @Description("Lookahead: steps between synchronizations with the slow weights, which are the result; 0"
                + " disables")
        @Default("0")
        int lookahead,

        @Description("stochastic depth (drop path): rate of the deepest block, the others in proportion; auto is the"
                + " model's own")
        @Default("auto")
        Auto<Double> dropPath,

        @Description("dropout rate of the classifier; auto is the model's own") @Default("auto")
        Auto<Double> dropout)
        implements Options {

    public RegularizationOptions {
        KeyCheck.that(
                "label-smoothing", labelSmoothing >= 0 && labelSmoothing < 1, "at least 0 and below 1", labelSmoothing);
        KeyCheck.that("ema", ema >= 0 && ema < 1, "at least 0 and below 1", ema);
        KeyCheck.that("lookahead", lookahead >= 0, "at least 0", lookahead);
        rate("drop-path", dropPath);
        rate("dropout", dropout);
    }

    private static void rate(String key, Auto<Double> rate) {
        KeyCheck.that(key, rate.isAutoOr(each -> each >= 0 && each < 1), "auto, or at least 0 and below 1", rate);
    }

    /** Rates that replace those of the model. */
    public DropRates dropRates() {
        return new DropRates(dropPath.value(), dropout.value());
    }
}
