package dev.stoker.job.plan;

import dev.stoker.datasets.AugmentationSettings;
import dev.stoker.datasets.TransformSettings;
import dev.stoker.image.transform.PaddingMode;

/** What is done to training images. */
@OptionGroup("Training images")
public record AugmentationOptions(
        @Description("which small images are flipped: auto, none, random, or alternating from epoch to epoch")
        @Default("auto")
        AugmentationSettings.FlipMode flip,

        @Description("the most pixels that small images move each way, or auto") @Default("auto")
        MaximumShift shift,

        @Description("what comes in where a small image moves: black, or reflect") @Default("black")
        PaddingMode edge,

        @Description("the least share of a photograph that a random crop shows") @Default("0.08")
        double cropArea,

        @Description("the most degrees that training images are turned either way; 0 is not at all") @Default("0")
        double rotate,

        @Description("how far the brightness of training images may move: 0.4 is a factor of 0.6 to 1.4") @Default("0")
        double brightness,

        @Description("how far their contrast may move, likewise") @Default("0")
        double contrast,

        @Description("how far the saturation of their colors may move, likewise") @Default("0")
        double saturation,

        @Description("how far their hue may move, as a share of the color circle: up to 0.5") @Default("0")
        double hue,

        @Description("share of the training images that lose their colors") @Default("0")
        double gray,

        @Description("share of the training images that are blurred") @Default("0")
        double blur,

        @Description("side of a square that is blacked out in each training image, in pixels; 0 is none") @Default("0")
        int cutout) {

    public AugmentationOptions {
        KeyCheck.that("crop-area", cropArea > 0 && cropArea <= 1, "above 0 and at most 1", cropArea);
        KeyCheck.that("rotate", rotate >= 0 && rotate <= 180, "0 to 180 degrees", rotate);
        KeyCheck.that("brightness", brightness >= 0 && brightness <= 10, "0 to 10", brightness);
        KeyCheck.that("contrast", contrast >= 0 && contrast <= 10, "0 to 10", contrast);
        KeyCheck.that("saturation", saturation >= 0 && saturation <= 10, "0 to 10", saturation);
        KeyCheck.that("hue", hue >= 0 && hue <= 0.5, "0 to 0.5", hue);
        KeyCheck.that("gray", gray >= 0 && gray <= 1, "0 to 1", gray);
        KeyCheck.that("blur", blur >= 0 && blur <= 1, "0 to 1", blur);
        KeyCheck.that("cutout", cutout >= 0 && cutout <= 4096, "0 to 4096 pixels", cutout);
    }

    /** What is done to training images once they are cropped, moved and flipped. */
    public TransformSettings paint() {
        return new TransformSettings(rotate, brightness, contrast, saturation, hue, gray, blur, cutout);
    }
}
