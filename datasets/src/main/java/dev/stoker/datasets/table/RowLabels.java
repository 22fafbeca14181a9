package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.label.Targets;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the label of a row is, and how it is read. */
interface RowLabels {
    /** Those that the settings ask for. */
    static RowLabels of(TableSettings settings, Optional<Map<String, ConfigNode>> definitions, TableFile training) {
        return switch (settings.labels()) {
            case CLASS, CLASSES -> new ClassLabels(LabelColumn.of(settings.label(), definitions, training));
            case PROBABILITIES -> new ProbabilityLabels(LabelColumn.of(settings.label(), definitions, training));
            case NUMBER -> new NumberLabels(NumberLabels.columns(settings.label(), definitions, training));
        };
    }

    /** The columns that hold it, which are no features. */
    List<String> columns();

    /** The text by which rows are divided: rows of one text are divided evenly. A row without a label is corrupt. */
    String group(TableFile file, long row);

    /** The names of the model's outputs. Rows are numbered after that. */
    List<String> names(LabeledRows training);

    /** The label of a row as a number; a row with a label that the training split does not know is corrupt. */
    int number(TableFile file, LabeledRows.Row row);

    /** What the numbers are rows of, when all rows are numbered; empty where they are classes. */
    Optional<Targets> targets();

    /** The definition of a column, to be read back. */
    ConfigNode definition();

    /** For people. */
    String summary();

    /** The text of a column; a row where it is missing is corrupt. */
    static String text(TableFile file, long row, String column) {
        String found = file.row(row).text(column);
        if (found.isEmpty()) {
            throw file.corrupt(row, "the label, column %s, is empty".formatted(column));
        }
        return found;
    }
}
