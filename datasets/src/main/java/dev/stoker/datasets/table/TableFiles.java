package dev.stoker.datasets.table;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The files of a table: one for training and, where they exist, one for each of the other splits. */
record TableFiles(TableFile training, Optional<TableFile> validation, Optional<TableFile> test) {
    private static final List<String> VALIDATION = List.of("val.csv", "validation.csv", "valid.csv");
    private static final List<String> TEST = List.of("test.csv");

    /** Of a single file, or of a folder. */
    static TableFiles of(Path path) {
        return Files.isDirectory(path)
                ? new TableFiles(TableFile.open(path.resolve("train.csv")), first(path, VALIDATION), first(path, TEST))
                : new TableFiles(TableFile.open(path), Optional.empty(), Optional.empty());
    }

    private static Optional<TableFile> first(Path folder, List<String> names) {
        return names.stream()
                .map(folder::resolve)
                .filter(Files::exists)
                .findFirst()
                .map(TableFile::open);
    }

    /** All but the one for training. */
    Stream<TableFile> others() {
        return Stream.of(validation, test).flatMap(Optional::stream);
    }

    Stream<TableFile> all() {
        return Stream.concat(Stream.of(training), others());
    }
}
