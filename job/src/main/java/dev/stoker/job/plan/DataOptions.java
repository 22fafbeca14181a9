package dev.stoker.job.plan;

import dev.stoker.datasets.Datasets;
import dev.stoker.job.option.Auto;
import dev.stoker.job.option.Default;
import dev.stoker.job.option.Description;
import dev.stoker.job.option.KeyCheck;
import dev.stoker.job.option.OptionGroup;

/** The dataset. */
@OptionGroup("Data")
public record DataOptions(
        @Description("dataset: a name, a table (.csv, .tsv), or a folder of shards, of images by class, of MNIST-style"
                + " files, or with train.csv and test.csv")
        @Default(Datasets.BUILT_IN)
        String data,

        @Description("label column of a table, or auto: one called label, class or target, else the last")
        @Default("auto")
        Auto<String> label,

        @Description("feature columns of a table: a mapping in a plan, a YAML file, or auto") @Default("auto")
        Auto<String> columns,

        @Description("validation split: share of a table's rows held out for the test where there is no test.csv")
        @Default("0.2")
        double holdout,

        @Description("image size: side in pixels of the square that images are cropped to") @Default("128")
        int size)
        implements Options {

    public DataOptions {
        KeyCheck.that("holdout", holdout > 0 && holdout < 1, "above 0 and below 1", holdout);
        KeyCheck.that("size", size >= 8 && size <= 4096, "8 to 4096", size);
    }

    /** With the name of a dataset that does not come from the plan. */
    public DataOptions withData(String name) {
        return new DataOptions(name, label, columns, holdout, size);
    }

    /** With the columns of a table as they were found in it. */
    public DataOptions withColumns(String chosenLabel, String chosenColumns) {
        return new DataOptions(data, Auto.of(chosenLabel), Auto.of(chosenColumns), holdout, size);
    }

    DataOptions withSize(int chosen) {
        return new DataOptions(data, label, columns, holdout, chosen);
    }
}
