package dev.stoker.datasets.catalog;

import dev.stoker.core.io.AtomicFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file in a downloaded folder that describes its content and origin, in the form of a catalog. */
public final class DatasetCard {
    public static final String FILE_NAME = "dataset.yaml";

    private DatasetCard() {}

    public static void write(Path folder, CatalogEntry entry) {
        AtomicFile.write(
                folder.resolve(FILE_NAME),
                "# Written by `stoker datasets get %s`; training reads the names of the classes from here.%n%s"
                        .formatted(entry.name(), CatalogEntryWriter.write(entry)));
    }

    public static boolean isIn(Path folder) {
        return Files.isRegularFile(folder.resolve(FILE_NAME));
    }

    /** What the card of a folder says, if there is one. */
    public static Optional<CatalogEntry> read(Path folder) {
        return isIn(folder) ? Optional.of(CatalogEntryReader.readOnly(folder.resolve(FILE_NAME))) : Optional.empty();
    }
}
