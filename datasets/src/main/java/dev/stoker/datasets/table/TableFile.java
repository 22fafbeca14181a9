package dev.stoker.datasets.table;

import dev.stoker.core.CorruptDataException;
import dev.stoker.core.StokerException;
import dev.stoker.data.csv.CsvFile;
import dev.stoker.data.csv.CsvRow;
import dev.stoker.data.csv.CsvSettings;
import dev.stoker.data.csv.CsvType;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;

/** A file of rows whose cells are read as texts, whatever they look like: what a column means is said elsewhere. */
record TableFile(Path path, CsvFile file) {

    static TableFile open(Path path) {
        boolean tabs = path.toString().toLowerCase(Locale.ROOT).endsWith(".tsv");
        var settings = tabs ? CsvSettings.DEFAULT.withSeparator('\t') : CsvSettings.DEFAULT;
        var names = CsvFile.open(path, settings).columns().names();
        refuseWithoutNames(path, names);
        for (String name : names) {
            settings = settings.withType(name, CsvType.TEXT);
        }
        var table = new TableFile(path, CsvFile.open(path, settings));
        if (table.rows() == 0) {
            throw new StokerException("%s has the names of columns and no row below them; add rows".formatted(path));
        }
        return table;
    }

    private static void refuseWithoutNames(Path path, List<String> names) {
        if (names.stream().allMatch(name -> TableRow.number(name).isPresent())) {
            throw new StokerException(
                    "%s begins with a row of numbers (%s); a table begins with the names of its columns: add them"
                            .formatted(path, String.join(", ", names)));
        }
        if (names.size() < 2) {
            throw new StokerException(
                    "%s has one column only, '%s'; a label and something to know it by are needed: separate cells by commas, or by tabs in a .tsv"
                            .formatted(path, names.getFirst()));
        }
    }

    long rows() {
        return file.count();
    }

    List<String> names() {
        return file.columns().names();
    }

    boolean has(String column) {
        return names().contains(column);
    }

    TableRow row(long row) {
        CsvRow cells = file.read(row);
        return column -> {
            int index = cells.columns().index(column);
            return cells.isMissing(index) ? "" : TableRow.cleaned(cells.text(index));
        };
    }

    CorruptDataException wrong(long row, String problem) {
        return new CorruptDataException(file.place(row) + problem);
    }
}
