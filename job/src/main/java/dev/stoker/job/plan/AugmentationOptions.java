package dev.stoker.job.plan;

import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.TransformSettings;
import dev.stoker.image.transform.OperationPolicy.AugMix;
import dev.stoker.image.transform.OperationPolicy.AutoAugment;
import dev.stoker.image.transform.OperationPolicy.TrivialAugment;
import dev.stoker.image.transform.PaddingMode;
import dev.stoker.image.transform.PixelTransform;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.AutoAugmentOptions;
import dev.stoker.job.plan.value.CropRatio;
import dev.stoker.job.plan.value.RandAugmentOptions;
import dev.stoker.train.step.MixupCutmixSettings;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/** Random transforms of training images. */
@OptionGroup("Augmentation")
public record AugmentationOptions(
        @Description("horizontal flip: auto, none, random, or alternating from epoch to epoch") @Default("auto")
        AugmentationSettings.FlipMode flip,

        @Description("random shift of small images: maximum in pixels in each direction, or auto") @Default("auto")
        Auto<Integer> shift,

        @Description("padding mode of the random shift: black, or reflect") @Default("black")
        PaddingMode edge,

        @Description("random resized crop: minimum share of the image's area") @Default("0.08")
        double cropArea,

        @Description("random resized crop: smallest and largest aspect ratio, as width per height")
        @Default("0.75:1.3333333333333333")
        CropRatio cropRatio,

        @Description("random vertical flip: probability") @Default("0")
        double verticalFlip,

        @Description("random rotation: maximum in degrees in either direction; 0 disables") @Default("0")
        double rotate,

        @Description("random translation: maximum share of the sides; 0 disables") @Default("0")
        double translate,

        @Description("random scaling: 0.2 is a factor of 0.8 to 1.2; 0 disables") @Default("0")
        double scale,

        @Description("random shear: maximum in degrees; 0 disables") @Default("0")
        double shear,

        @Description("random perspective: probability") @Default("0")
        double perspective,

        @Description("RandAugment: operations and magnitude N:M, such as 2:9; 0 disables") @Default("0")
        RandAugmentOptions randAugment,

        @Description("TrivialAugment: one operation with a random magnitude") @Default("false")
        boolean trivialAugment,

        @Description("AutoAugment: imagenet, cifar10, or a YAML file of a policy; none disables") @Default("none")
        AutoAugmentOptions autoAugment,

        @Description("AugMix: severity of 1 to 10, such as 3; 0 disables") @Default("0")
        int augmix,

        @Description("brightness jitter: 0.4 is a factor of 0.6 to 1.4; 0 disables") @Default("0")
        double brightness,

        @Description("contrast jitter: 0.4 is a factor of 0.6 to 1.4; 0 disables") @Default("0")
        double contrast,

        @Description("saturation jitter: 0.4 is a factor of 0.6 to 1.4; 0 disables") @Default("0")
        double saturation,

        @Description("hue jitter, as a share of the color circle, up to 0.5; 0 disables") @Default("0")
        double hue,

        @Description("random grayscale: probability") @Default("0")
        double grayscale,

        @Description("solarize: probability that values from 128 on are inverted") @Default("0")
        double solarize,

        @Description("posterize: probability that the upper 4 bits of each value are kept") @Default("0")
        double posterize,

        @Description("sharpen: probability of a sharpness factor of 2") @Default("0")
        double sharpen,

        @Description("Gaussian blur: probability") @Default("0")
        double blur,

        @Description("random erasing: probability") @Default("0")
        double randomErasing,

        @Description("Cutout: side in pixels of the square erased in each training image; 0 disables") @Default("0")
        int cutout,

        @Description("repeated augmentation: times that each image is in a batch, with other random transforms each"
                + " time; epochs keep their length")
        @Default("1")
        int repeatAugment,

        @Description("Mixup alpha; 0 disables") @Default("0")
        double mixup,

        @Description("CutMix alpha; 0 disables") @Default("0")
        double cutmix,

        @Description("share of the run, at its end, without Mixup and CutMix") @Default("0")
        double mixupOff)
        implements Options {

    public AugmentationOptions {
        KeyCheck.that("shift", shift.isAutoOr(pixels -> pixels >= 0), "at least 0, or auto", shift);
        KeyCheck.that("crop-area", cropArea > 0 && cropArea <= 1, "above 0 and at most 1", cropArea);
        KeyCheck.that("rotate", rotate >= 0 && rotate <= 180, "0 to 180 degrees", rotate);
        KeyCheck.that("vertical-flip", verticalFlip >= 0 && verticalFlip <= 1, "0 to 1", verticalFlip);
        KeyCheck.that("translate", translate >= 0 && translate <= 1, "0 to 1", translate);
        KeyCheck.that("scale", scale >= 0 && scale < 1, "at least 0 and below 1", scale);
        KeyCheck.that("shear", shear >= 0 && shear <= 89, "0 to 89 degrees", shear);
        KeyCheck.that("random-erasing", randomErasing >= 0 && randomErasing <= 1, "0 to 1", randomErasing);
        KeyCheck.that("brightness", brightness >= 0 && brightness <= 10, "0 to 10", brightness);
        KeyCheck.that("contrast", contrast >= 0 && contrast <= 10, "0 to 10", contrast);
        KeyCheck.that("saturation", saturation >= 0 && saturation <= 10, "0 to 10", saturation);
        KeyCheck.that("hue", hue >= 0 && hue <= 0.5, "0 to 0.5", hue);
        KeyCheck.that("grayscale", grayscale >= 0 && grayscale <= 1, "0 to 1", grayscale);
        KeyCheck.that("perspective", perspective >= 0 && perspective <= 1, "0 to 1", perspective);
        KeyCheck.that("augmix", augmix >= 0 && augmix <= AugMix.MAXIMUM, "0 to 10", augmix);
        KeyCheck.that("solarize", solarize >= 0 && solarize <= 1, "0 to 1", solarize);
        KeyCheck.that("posterize", posterize >= 0 && posterize <= 1, "0 to 1", posterize);
        KeyCheck.that("sharpen", sharpen >= 0 && sharpen <= 1, "0 to 1", sharpen);
        KeyCheck.that("blur", blur >= 0 && blur <= 1, "0 to 1", blur);
        KeyCheck.that("cutout", cutout >= 0 && cutout <= 4096, "0 to 4096 pixels", cutout);
        KeyCheck.that("repeat-augment", repeatAugment >= 1 && repeatAugment <= 64, "1 to 64", repeatAugment);
        KeyCheck.that("mixup", mixup >= 0 && Double.isFinite(mixup), "at least 0", mixup);
        KeyCheck.that("cutmix", cutmix >= 0 && Double.isFinite(cutmix), "at least 0", cutmix);
        KeyCheck.that("mixup-off", mixupOff >= 0 && mixupOff < 1, "at least 0 and below 1", mixupOff);
    }

    /** The maximum of the random shift; empty for the default of the image size. */
    public OptionalInt maximumShift() {
        return shift.value().map(OptionalInt::of).orElseGet(OptionalInt::empty);
    }

    /** The transforms that follow cropping, shifting and flipping. */
    public TransformSettings transforms() {
        return new TransformSettings(
                verticalFlip,
                rotate,
                new TransformSettings.Affine(translate, scale, shear),
                policies(),
                brightness,
                contrast,
                saturation,
                hue,
                grayscale,
                new TransformSettings.Filters(perspective, solarize, posterize, sharpen),
                blur,
                randomErasing,
                cutout);
    }

    /** Mixup and CutMix, which are part of the training step. */
    public MixupCutmixSettings mixing() {
        return new MixupCutmixSettings(mixup, cutmix, mixupOff);
    }

    /** The policies that choose operations for each image; a plan has at most one. */
    List<PixelTransform> policies() {
        var chosen = new ArrayList<PixelTransform>();
        if (randAugment.operations() > 0) {
            chosen.add(randAugment.transform());
        }
        if (trivialAugment) {
            chosen.add(new TrivialAugment());
        }
        autoAugment.policy().map(AutoAugment::new).ifPresent(chosen::add);
        if (augmix > 0) {
            chosen.add(new AugMix(augmix));
        }
        return chosen;
    }
}
