package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.core.random.Seed;
import dev.stoker.datasets.ValidationChoice;
import java.util.Optional;

/**
 * How a table becomes a dataset.
 *
 * @param label the column to predict; empty for a column called label, class or target, or else the last one
 * @param columns the definitions of the feature columns; empty to choose them by what the file's columns hold
 * @param validation which rows become the validation split
 * @param seed selects the rows that are held out
 * @param skipCorrupt the maximum number of corrupt rows to skip
 */
public record TableSettings(
        Optional<String> label,
        Optional<ConfigNode> columns,
        ValidationChoice validation,
        Seed seed,
        int skipCorrupt) {}
