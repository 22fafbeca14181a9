package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.LabelFormat;
import dev.stoker.datasets.ValidationChoice;
import java.util.Optional;

/**
 * How a table becomes a dataset.
 *
 * @param label the column to predict; empty for a column called label, class or target, or else the last one. Several columns of
 *     numbers are separated by commas
 * @param columns the definitions of the feature columns; empty to choose them by what the file's columns hold
 * @param validation which rows become the validation split
 * @param seed selects the rows that are held out
 * @param skipCorrupt the maximum number of corrupt rows to skip
 * @param labels what the label holds: a class, probabilities of classes, or a number
 */
public record TableSettings(
        Optional<String> label,
        Optional<ConfigNode> columns,
        ValidationChoice validation,
        Seed seed,
        int skipCorrupt,
        LabelFormat labels) {
    /** With one class for each row. */
    public TableSettings(
            Optional<String> label,
            Optional<ConfigNode> columns,
            ValidationChoice validation,
            Seed seed,
            int skipCorrupt) {
        this(label, columns, validation, seed, skipCorrupt, LabelFormat.CLASS);
    }
}
