package dev.stoker.bench.internal.format;

import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.FieldMismatchStrategy;
import dev.stoker.bench.internal.mutation.ByteMutator;
import dev.stoker.bench.internal.mutation.TextMutator;
import dev.stoker.core.random.Seed;
import dev.stoker.data.csv.CsvFile;
import dev.stoker.data.csv.CsvRow;
import dev.stoker.data.csv.CsvSettings;
import dev.stoker.data.csv.CsvType;
import dev.stoker.datasets.ValidationChoice;
import dev.stoker.datasets.table.TableDataset;
import dev.stoker.datasets.table.TableSettings;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** CSV files, and tables made of them. */
final class TableTargets {
    private static final TableSettings SETTINGS =
            new TableSettings(Optional.empty(), Optional.empty(), new ValidationChoice.Share(0.25), new Seed(1), 0);

    private TableTargets() {}

    private static List<byte[]> corpus() {
        var many = new StringBuilder("age,color,size,label\n");
        for (int i = 0; i < 12; i++) {
            many.append("%d,%s,%.2f,%s%n"
                    .formatted(20 + i, i % 2 == 0 ? "red" : "blue", i / 3.0, i % 3 == 0 ? "yes" : "no"));
        }
        return FileTarget.texts(
                many.toString(),
                "a,b,label\n1,\"x, \"\"y\"\"\",0\n2,\"two\nlines\",1\n3,,0\n4,z,1\n",
                "id,label\r\n1,2\r\n3,4\r\n5,2\r\n7,4\r\n",
                "x,label\n1.5,a\n2.5e3,b\n-1,a\nNA,b\n0,a\n7,b\n");
    }

    static FuzzTarget csv(ScratchFolder scratch) {
        return new FileTarget(
                scratch, "cells.csv", corpus(), new TextMutator().or(new ByteMutator()), (file, _) -> readCells(file));
    }

    static FuzzTarget table(ScratchFolder scratch) {
        return new FileTarget(
                scratch, "table.csv", corpus(), new TextMutator().or(new ByteMutator()), (file, _) -> readTable(file));
    }

    /** Rows and cells must be those that the CSV library finds in the whole text. */
    private static void readCells(Path file) throws IOException {
        var csv = CsvFile.open(file, CsvSettings.DEFAULT);
        var expected = CsvReader.builder()
                .allowUnclosedQuote(false)
                .extraFieldStrategy(FieldMismatchStrategy.IGNORE)
                .missingFieldStrategy(FieldMismatchStrategy.IGNORE)
                .skipEmptyLines(true)
                .ofCsvRecord(Files.readString(file, StandardCharsets.UTF_8))
                .stream()
                .skip(1)
                .toList();
        for (int row = 0; row < csv.count(); row++) {
            var found = csv.read(row);
            WrongResultException.require(row < expected.size(), "row %d is not in the file".formatted(row));
            compare(row, found, expected.get(row).getFields());
        }
        WrongResultException.require(
                csv.count() == expected.size(), "%d rows, the file has %d".formatted(csv.count(), expected.size()));
    }

    private static void compare(int row, CsvRow found, List<String> cells) {
        WrongResultException.require(
                found.columns().count() == cells.size(), "row %d has %d cells".formatted(row, cells.size()));
        for (int i = 0; i < cells.size(); i++) {
            String cell = cells.get(i);
            boolean same = found.isMissing(i)
                    ? cell.isEmpty()
                    : switch (found.columns().type(i)) {
                        case CsvType.INTEGER -> found.integer(i) == Long.parseLong(cell.strip());
                        case CsvType.NUMBER -> Double.compare(found.number(i), Double.parseDouble(cell.strip())) == 0;
                        case CsvType.TEXT -> found.text(i).equals(cell);
                    };
            WrongResultException.require(same, "cell %d of row %d is not '%s'".formatted(i, row, cell));
        }
    }

    private static void readTable(Path file) {
        var table = TableDataset.open(file.toString(), SETTINGS);
        long rows = CsvFile.open(file, CsvSettings.DEFAULT).count();
        int validation = table.validation().orElseThrow().size();
        WrongResultException.require(
                table.training().size() + validation == rows,
                "%d and %d rows of %d".formatted(table.training().size(), validation, rows));
    }
}
