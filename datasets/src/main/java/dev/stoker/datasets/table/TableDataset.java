package dev.stoker.datasets.table;

import dev.stoker.core.config.ConfigNode;
import dev.stoker.datasets.ImageDataset;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * A table as a data set. Each row is one pixel whose channels are 32-bit floats, one for each of the columns.
 *
 * @param written the columns and the label with everything that was measured, to be read back
 * @param notes what happened to the rows, in sentences: what was missing, unknown, left out
 */
public record TableDataset(
        ImageDataset set, String label, List<TableColumn> columns, ConfigNode written, List<String> notes) {
    private static final List<String> TESTS = List.of("test.csv", "val.csv");

    public TableDataset {
        columns = List.copyOf(columns);
        notes = List.copyOf(notes);
    }

    /** Whether this names a file of rows, or a folder with one for training and one for the test. */
    public static boolean isTable(String data) {
        String name = data.toLowerCase(Locale.ROOT);
        return name.endsWith(".csv")
                || name.endsWith(".tsv")
                || Files.exists(Path.of(data).resolve("train.csv"));
    }

    public static TableDataset open(String data, TableSettings settings) {
        var path = Path.of(data);
        if (!Files.isDirectory(path)) {
            return new TableDatasetBuilder(settings, TableFile.open(path), Optional.empty()).table();
        }
        var test = TESTS.stream()
                .map(path::resolve)
                .filter(Files::exists)
                .findFirst()
                .map(TableFile::open);
        return new TableDatasetBuilder(settings, TableFile.open(path.resolve("train.csv")), test).table();
    }
}
