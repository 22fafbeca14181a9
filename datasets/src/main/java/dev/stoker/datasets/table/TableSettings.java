package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import java.util.Optional;

/**
 * How a table becomes a dataset.
 *
 * @param label the column to predict; empty for a column called label, class or target, or else the last one
 * @param columns the definitions of the feature columns; empty to choose them by what the file's columns hold
 * @param holdout the fraction of each class that is held out as the test split, if there is no file for it
 * @param seed selects the rows that are held out
 * @param skipCorrupt the maximum number of corrupt rows to skip
 */
public record TableSettings(
        Optional<String> label, Optional<ConfigNode> columns, double holdout, Seed seed, int skipCorrupt) {
    public TableSettings {
        if (!(holdout > 0 && holdout < 1)) {
            throw new IllegalArgumentException("holdout must be above 0 and below 1, got " + holdout);
        }
    }
}
