package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.data.label.Targets;
import dev.stoker.datasets.DatasetFingerprint;
import dev.stoker.datasets.DatasetSplit;
import dev.stoker.datasets.LabeledDataset;
import dev.stoker.datasets.RowFormat;
import dev.stoker.datasets.internal.source.ImageLists;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A table as a dataset: each row holds one 32-bit float per feature column.
 *
 * @param label the column that the model predicts; of several, their names with commas between them
 * @param definition the columns and the label with everything that was measured, to be read back
 * @param notes what was found in the rows, in sentences: missing and unknown values, skipped rows and columns
 * @param fingerprint the checksums of the files
 * @param targets what rows are trained towards; empty where each has one class
 */
public record TableDataset(
        String name,
        List<String> classes,
        DatasetSplit training,
        Optional<DatasetSplit> validation,
        Optional<DatasetSplit> test,
        String label,
        List<TableColumn> columns,
        ConfigNode definition,
        List<String> notes,
        Optional<DatasetFingerprint> fingerprint,
        Optional<Targets> targets)
        implements LabeledDataset {

    public TableDataset {
        classes = List.copyOf(classes);
        columns = List.copyOf(columns);
        notes = List.copyOf(notes);
    }

    @Override
    public TableDataset withSplits(
            DatasetSplit otherTraining, Optional<DatasetSplit> otherValidation, Optional<DatasetSplit> otherTest) {
        return new TableDataset(
                name,
                classes,
                otherTraining,
                otherValidation,
                otherTest,
                label,
                columns,
                definition,
                notes,
                fingerprint,
                targets);
    }

    @Override
    public RowFormat format() {
        return RowFormat.ofColumns(columns.size());
    }

    /** Whether this names a CSV or TSV file, or a folder with {@code train.csv}, whose rows do not name images. */
    public static boolean isTable(String data) {
        String name = data.toLowerCase(Locale.ROOT);
        boolean rows = name.endsWith(".csv")
                || name.endsWith(".tsv")
                || Files.exists(Path.of(data).resolve("train.csv"));
        return rows && !ImageLists.isList(Path.of(data));
    }

    /**
     * Opens a file, or a folder with {@code train.csv} and perhaps {@code val.csv} and {@code test.csv}. It has a validation
     * split already, by {@link TableSettings#validation}: columns are measured on the rows that are left for training.
     */
    public static TableDataset open(String data, TableSettings settings) {
        return new TableDatasetBuilder(settings, TableFiles.of(Path.of(data))).build();
    }
}
