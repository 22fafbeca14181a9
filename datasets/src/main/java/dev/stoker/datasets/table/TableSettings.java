package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import java.util.Optional;

/**
 * How a table becomes a data set.
 *
 * @param label the column to learn; without it a column called label, class or target, or the last one
 * @param columns what the others become; without it that follows from what they hold
 * @param holdout the share of the rows of each class that is kept for the test, where there is no file for it
 * @param seed decides which rows these are
 * @param skipCorrupt damaged rows to leave out before giving up
 */
public record TableSettings(
        Optional<String> label, Optional<ConfigNode> columns, double holdout, Seed seed, int skipCorrupt) {
    public TableSettings {
        if (!(holdout > 0 && holdout < 1)) {
            throw new IllegalArgumentException("holdout must be above 0 and below 1, got " + holdout);
        }
    }
}
