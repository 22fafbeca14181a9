package dev.stoker.job.plan;

import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.nn.DropRates;
import dev.stoker.train.Interval;
import dev.stoker.train.step.WeightAveraging;
import java.util.Optional;

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

        @Description(
                "sharpness-aware minimization (SAM): radius (rho), such as 0.05; a step computes two gradients, the"
                        + " second at the weights that the first leads up to; 0 disables")
        @Default("0")
        double sam,

        @Description("stochastic weight averaging (SWA): share of the run after which weights are averaged, such as"
                + " 0.75; the average, with batch norm statistics of its own, is evaluated and saved; 0 disables")
        @Default("0")
        double swa,

        @Description("distance between averaged weights, with swa: 1epoch, 200steps") @Default("1epoch")
        Interval swaEvery,

        @Description("constant learning rate of the averaged part, with swa; 0 keeps the schedule") @Default("0")
        double swaLr,

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
        KeyCheck.that("sam", sam >= 0 && Double.isFinite(sam), "at least 0", sam);
        KeyCheck.that("swa", swa >= 0 && swa < 1, "at least 0 and below 1", swa);
        KeyCheck.that("swa-every", !(swaEvery instanceof Interval.Time), "epochs or steps, such as 1epoch", swaEvery);
        KeyCheck.that("swa-lr", swaLr >= 0 && Double.isFinite(swaLr), "at least 0", swaLr);
        rate("drop-path", dropPath);
        rate("dropout", dropout);
    }

    /** Stochastic weight averaging, where it is on. */
    public Optional<WeightAveraging> averaging() {
        return swa > 0 ? Optional.of(new WeightAveraging(swa, swaEvery)) : Optional.empty();
    }

    private static void rate(String key, Auto<Double> rate) {
        KeyCheck.that(key, rate.isAutoOr(each -> each >= 0 && each < 1), "auto, or at least 0 and below 1", rate);
    }

    /** Rates that replace those of the model. */
    public DropRates dropRates() {
        return new DropRates(dropPath.value(), dropout.value());
    }
}
