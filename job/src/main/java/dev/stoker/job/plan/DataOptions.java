package dev.stoker.job.plan;

import dev.stoker.core.Task;
import dev.stoker.datasets.Datasets;
import dev.stoker.datasets.ValidationChoice;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;
import dev.stoker.job.plan.value.ImageSize;
import dev.stoker.job.plan.value.ValidationMode;

/** The dataset. */
@OptionGroup("Data")
public record DataOptions(
        @Description("dataset: a name, a table (.csv, .tsv), or a folder of shards, of images by class, of MNIST-style"
                + " files, or with train.csv and perhaps val.csv and test.csv")
        @Default(Datasets.BUILT_IN)
        String data,

        @Description(
                "label column of a table or of a list of images, or auto: one called label, class or target, else the"
                        + " last; for regression also several, as in width,height")
        @Default("auto")
        Auto<String> label,

        @Description(
                "task: classification, multi-label, or regression, which predicts the numbers in the label columns of"
                        + " a table or of a list of images")
        @Default("classification")
        Task task,

        @Description("soft labels: a label is classes with their probabilities, as in cat:0.7 dog:0.3")
        @Default("false")
        boolean softLabels,

        @Description("feature columns of a table: a mapping in a plan, a YAML file, or auto") @Default("auto")
        Auto<String> columns,

        @Description(
                "validation split: a share of the training split, test for the test split, or auto: the one that is"
                        + " stored, else 0.1 of the training split, 0.2 where there is no test split")
        @Default("auto")
        ValidationMode validation,

        @Description("cross-validation: number of folds, of which one is the validation split; 0 is none") @Default("0")
        int folds,

        @Description("cross-validation: the fold that is the validation split, counted from 1") @Default("1")
        int fold,

        @Description("image size in pixels that images are cropped to: side of a square, or height and width such as"
                + " 224x320")
        @Default("128")
        ImageSize size)
        implements Options {

    public DataOptions {
        KeyCheck.that("folds", folds == 0 || folds >= 2, "0 or at least 2", folds);
        KeyCheck.that("fold", fold >= 1, "at least 1", fold);
    }

    /** With the name of a dataset that does not come from the plan. */
    public DataOptions withData(String name) {
        return new DataOptions(name, label, task, softLabels, columns, validation, folds, fold, size);
    }

    /** For a dataset of a task, or with soft labels, also where a program gives it. */
    public DataOptions withLabels(Task chosen, boolean soft) {
        return new DataOptions(data, label, chosen, soft, columns, validation, folds, fold, size);
    }

    /** With other columns of labels. */
    public DataOptions withLabel(String chosen) {
        return new DataOptions(data, Auto.of(chosen), task, softLabels, columns, validation, folds, fold, size);
    }

    /** With the columns of a table as they were found in it. */
    public DataOptions withColumns(String chosenLabel, String chosenColumns) {
        return new DataOptions(
                data, Auto.of(chosenLabel), task, softLabels, Auto.of(chosenColumns), validation, folds, fold, size);
    }

    DataOptions withSize(int chosen) {
        return new DataOptions(
                data, label, task, softLabels, columns, validation, folds, fold, ImageSize.square(chosen));
    }

    /** Which samples a run is evaluated on while it trains. */
    public ValidationChoice validationChoice() {
        return folds == 0 ? validation.toChoice() : new ValidationChoice.Fold(fold, folds);
    }
}
