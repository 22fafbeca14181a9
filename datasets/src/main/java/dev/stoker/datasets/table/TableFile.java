package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.NameSuggestion;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.Sha256;
import dev.stoker.data.csv.CsvFile;
import dev.stoker.data.csv.CsvRow;
import dev.stoker.data.csv.CsvSettings;
import dev.stoker.data.csv.CsvType;
import dev.stoker.datasets.FileFingerprint;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A CSV or TSV file whose cells are read as text, whatever they look like; {@link TableColumn} gives them a meaning. */
record TableFile(Path path, CsvFile file) {

    static TableFile open(Path path) {
        return open(path, true);
    }

    /** A file that needs no label. */
    static TableFile openUnlabeled(Path path) {
        return open(path, false);
    }

    private static TableFile open(Path path, boolean labeled) {
        boolean tabs = path.toString().toLowerCase(Locale.ROOT).endsWith(".tsv");
        var settings = tabs ? CsvSettings.DEFAULT.withSeparator('\t') : CsvSettings.DEFAULT;
        var names = CsvFile.open(path, settings).columns().names();
        refuseWithoutHeader(path, names);
        if (labeled) {
            refuseSingleColumn(path, names);
        }
        for (String name : names) {
            settings = settings.withType(name, CsvType.TEXT);
        }
        var table = new TableFile(path, CsvFile.open(path, settings));
        if (table.rows() == 0) {
            throw new StokerException(
                    "%s has a header with the names of columns and no rows; add rows".formatted(path));
        }
        return table;
    }

    private static void refuseWithoutHeader(Path path, List<String> names) {
        if (names.stream().allMatch(name -> TableRow.number(name).isPresent())) {
            throw new StokerException(
                    "%s has no header: its first row holds numbers (%s); add a first row with the names of the columns"
                            .formatted(path, String.join(", ", names)));
        }
    }

    private static void refuseSingleColumn(Path path, List<String> names) {
        if (names.size() < 2) {
            throw new StokerException(
                    "%s has only one column, '%s', but a label and at least one feature are needed; separate cells by commas, or by tabs in a .tsv"
                            .formatted(path, names.getFirst()));
        }
    }

    /** By its content, which is small enough to be read once more. */
    FileFingerprint fingerprint() {
        return FileFingerprint.ofContent(
                path.getFileName().toString(), path.toFile().length(), Sha256.of(path));
    }

    long rows() {
        return file.count();
    }

    List<String> names() {
        return file.columns().names();
    }

    TableRow row(long row) {
        CsvRow cells = file.read(row);
        return column -> {
            int index = cells.columns().index(column);
            return cells.isMissing(index) ? "" : TableRow.cleaned(cells.text(index));
        };
    }

    /** Refuses a file without a column that is needed for this purpose. */
    void requireColumn(String column, String purpose) {
        if (!names().contains(column)) {
            throw new StokerException("%s has no column '%s' for the %s%s (columns: %s)"
                    .formatted(
                            path,
                            column,
                            purpose,
                            NameSuggestion.didYouMean(column, names()),
                            String.join(", ", names())));
        }
    }

    CorruptDataException corrupt(long row, String problem) {
        return new CorruptDataException(file.place(row) + problem);
    }
}
