package dev.stoker.job.plan;

import dev.stoker.datasets.Datasets;

/** What is learnt from. */
@Chapter("Data")
public record SourceChapter(
        @Explained(
                "a data set by name, a table (.csv, .tsv), or a folder: shards, a tree of pictures, files of the MNIST"
                        + " family, train.csv and test.csv")
        @Usually(Datasets.BUILT_IN)
        String data,

        @Explained("the column of a table to learn, or auto: one called label, class or target, or the last")
        @Usually("auto")
        String label,

        @Explained("what the columns of a table become: a mapping in a plan, a YAML file, or auto") @Usually("auto")
        String columns,

        @Explained("share of a table's rows that is kept for the test where there is no test.csv") @Usually("0.2")
        double holdout,

        @Explained("side of the squares that photographs are cropped to") @Usually("128")
        int size) {

    public SourceChapter {
        Check.that("holdout", holdout > 0 && holdout < 1, "above 0 and below 1", holdout);
        Check.that("size", size >= 8 && size <= 4096, "8 to 4096", size);
    }
}
