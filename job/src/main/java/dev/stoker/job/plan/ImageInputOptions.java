package dev.stoker.job.plan;

import dev.stoker.core.Shape;
import dev.stoker.datasets.EncodedImageSettings;
import dev.stoker.image.transform.Interpolation;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.ChannelValues;
import dev.stoker.job.plan.value.ImageSize;

/** What the model gets to see of an image, in training and in evaluation. */
@OptionGroup("Data")
public record ImageInputOptions(
        @Description("interpolation of resized images: bilinear, bicubic, area, nearest, or auto: bilinear in training,"
                + " area in evaluation")
        @Default("auto")
        Auto<InterpolationName> interpolation,

        @Description(
                "evaluation crop: share of the resized shorter side that the center crop takes, or auto: 0.875, and"
                        + " more where training crops are larger, 1 with crop-area 1")
        @Default("auto")
        Auto<Double> evalCrop,

        @Description("channels that encoded images are decoded to: 3, or 1 for grayscale") @Default("3")
        int channels,

        @Description("mean of each channel for normalization, as a share of 255, such as 0.5,0.5,0.5; auto measures it"
                + " on training images, dataset is that of the dataset")
        @Default("dataset")
        ChannelValues mean,

        @Description("standard deviation of each channel for normalization; as for mean") @Default("dataset")
        ChannelValues std)
        implements Options {

    public ImageInputOptions {
        KeyCheck.that(
                "eval-crop", evalCrop.isAutoOr(share -> share > 0 && share <= 1), "above 0 and at most 1", evalCrop);
        KeyCheck.that("channels", channels == 1 || channels == 3, "1 or 3", channels);
        KeyCheck.that(
                "std",
                !(std instanceof ChannelValues.Given given)
                        || given.values().stream().allMatch(value -> value > 0 && Double.isFinite(value)),
                "above 0",
                std);
    }

    /** Interpolations by the names that PyTorch gives them. */
    public enum InterpolationName {
        BILINEAR(Interpolation.LINEAR),
        BICUBIC(Interpolation.CUBIC),
        AREA(Interpolation.AREA),
        NEAREST(Interpolation.NEAREST);

        private final Interpolation interpolation;

        InterpolationName(Interpolation interpolation) {
            this.interpolation = interpolation;
        }
    }

    /** What encoded images of this size become, of which random crops take at least a share of the area in training. */
    public EncodedImageSettings settings(ImageSize size, double cropArea) {
        return new EncodedImageSettings(
                new Shape(size.height(), size.width(), channels),
                evalCrop.orElseGet(() -> evaluationCrop(cropArea)),
                interpolation.value().map(name -> name.interpolation));
    }

    /** No less of the side than any training crop takes: objects would look larger than training has ever shown them. */
    private static double evaluationCrop(double cropArea) {
        return Math.max(EncodedImageSettings.EVALUATION_CROP, Math.sqrt(cropArea));
    }

    /** With the statistics that are used. */
    public ImageInputOptions normalizedBy(ChannelValues chosenMean, ChannelValues chosenStd) {
        return new ImageInputOptions(interpolation, evalCrop, channels, chosenMean, chosenStd);
    }
}
