package dev.stoker.job.plan;

import dev.stoker.datasets.Datasets;

/** What is learned from. */
@OptionGroup("Data")
public record DataOptions(
        @Description(
                "a data set by name, a table (.csv, .tsv), or a folder: shards, a tree of images, files of the MNIST"
                        + " family, train.csv and test.csv")
        @Default(Datasets.BUILT_IN)
        String data,

        @Description("the column of a table to learn, or auto: one called label, class or target, or the last")
        @Default("auto")
        String label,

        @Description("what the columns of a table become: a mapping in a plan, a YAML file, or auto") @Default("auto")
        String columns,

        @Description("share of a table's rows that is kept for the test where there is no test.csv") @Default("0.2")
        double holdout,

        @Description("side of the squares that photographs are cropped to") @Default("128")
        int size) {

    public DataOptions {
        KeyCheck.that("holdout", holdout > 0 && holdout < 1, "above 0 and below 1", holdout);
        KeyCheck.that("size", size >= 8 && size <= 4096, "8 to 4096", size);
    }
}
