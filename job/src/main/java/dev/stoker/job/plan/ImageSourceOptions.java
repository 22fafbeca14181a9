package dev.stoker.job.plan;

import dev.stoker.datasets.SplitSlice;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.FeatureNames;
import java.nio.file.Path;
import java.util.Optional;

/** Where image and label are in files that do not say it themselves. */
@OptionGroup("Data")
public record ImageSourceOptions(
        @Description(
                "image root: folder that the paths of a list of images start from, or auto, the folder of the list")
        @Default("auto")
        Optional<Path> imageRoot,

        @Description("multi-label: images of a list have any number of labels, separated by | or ;") @Default("false")
        boolean multiLabel,

        @Description("image feature of TFRecords, or image column of Parquet files, or auto: image/encoded or image")
        @Default("auto")
        Auto<String> imageFeature,

        @Description("label feature of TFRecords, label column of Parquet files, or label field of the JSON files in"
                + " WebDataset tars, or auto: image/class/label or label")
        @Default("auto")
        Auto<String> labelFeature,

        @Description(
                "shape features of raw pixels in TFRecords: height, width and channels, each a feature or a number,"
                        + " such as height,width,depth or 28,28,1; none for encoded images")
        @Default("none")
        FeatureNames shapeFeatures,

        @Description(
                "training split, of image datasets: a stored split or a slice of one, such as train[:10%], train[10%:]"
                        + " or train[-1000:], or auto")
        @Default("auto")
        Optional<SplitSlice> trainSplit,

        @Description("validation split as a slice, in place of validation, such as train[:10%], or auto")
        @Default("auto")
        Optional<SplitSlice> validationSplit,

        @Description("test split as a slice, such as test[:1000], or auto") @Default("auto")
        Optional<SplitSlice> testSplit)
        implements Options {
    /** For several labels where a dataset has them, also where a program gives it. */
    public ImageSourceOptions withLabelSets(boolean has) {
        return new ImageSourceOptions(
                imageRoot,
                multiLabel || has,
                imageFeature,
                labelFeature,
                shapeFeatures,
                trainSplit,
                validationSplit,
                testSplit);
    }
}
