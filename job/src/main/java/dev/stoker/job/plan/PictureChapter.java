package dev.stoker.job.plan;

import dev.stoker.datasets.Augmentation;
import dev.stoker.datasets.Paint;
import dev.stoker.image.Edge;

/** What is done to training pictures. */
@Chapter("Training pictures")
public record PictureChapter(
        @Explained("which small pictures are mirrored: auto, none, random, or alternating from epoch to epoch")
        @Usually("auto")
        Augmentation.Flip flip,

        @Explained("the most pixels that small pictures move each way, or auto") @Usually("auto")
        Shift shift,

        @Explained("what comes in where a small picture moves: black, or reflect") @Usually("black")
        Edge edge,

        @Explained("the least share of a photograph that a random crop shows") @Usually("0.08")
        double cropArea,

        @Explained("the most degrees that training pictures are turned either way; 0 is not at all") @Usually("0")
        double rotate,

        @Explained("how far the brightness of training pictures may move: 0.4 is a factor of 0.6 to 1.4") @Usually("0")
        double brightness,

        @Explained("how far their contrast may move, likewise") @Usually("0")
        double contrast,

        @Explained("how far the saturation of their colours may move, likewise") @Usually("0")
        double saturation,

        @Explained("how far their hue may move, as a share of the colour circle: up to 0.5") @Usually("0")
        double hue,

        @Explained("share of the training pictures that lose their colours") @Usually("0")
        double grey,

        @Explained("share of the training pictures that are blurred") @Usually("0")
        double blur,

        @Explained("side of a square that is blacked out in each training picture, in pixels; 0 is none") @Usually("0")
        int cutout) {

    public PictureChapter {
        Check.that("crop-area", cropArea > 0 && cropArea <= 1, "above 0 and at most 1", cropArea);
        Check.that("rotate", rotate >= 0 && rotate <= 180, "0 to 180 degrees", rotate);
        Check.that("brightness", brightness >= 0 && brightness <= 10, "0 to 10", brightness);
        Check.that("contrast", contrast >= 0 && contrast <= 10, "0 to 10", contrast);
        Check.that("saturation", saturation >= 0 && saturation <= 10, "0 to 10", saturation);
        Check.that("hue", hue >= 0 && hue <= 0.5, "0 to 0.5", hue);
        Check.that("grey", grey >= 0 && grey <= 1, "0 to 1", grey);
        Check.that("blur", blur >= 0 && blur <= 1, "0 to 1", blur);
        Check.that("cutout", cutout >= 0 && cutout <= 4096, "0 to 4096 pixels", cutout);
    }

    /** What is done to training pictures once they are cropped, moved and mirrored. */
    public Paint paint() {
        return new Paint(rotate, brightness, contrast, saturation, hue, grey, blur, cutout);
    }
}
