package dev.stoker.datasets.catalogue;

import dev.stoker.core.WholeFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** The file in a fetched folder that says what the folder holds and where it came from, in the form of a catalogue. */
public final class Card {
    public static final String FILE_NAME = "dataset.yaml";

    private Card() {}

    public static void write(Path folder, CatalogueEntry entry) {
        WholeFile.write(
                folder.resolve(FILE_NAME),
                "# Written by `stoker datasets get %s`; training reads the names of the classes from here.%n%s"
                        .formatted(entry.name(), EntryWriter.write(entry)));
    }

    public static boolean isIn(Path folder) {
        return Files.isRegularFile(folder.resolve(FILE_NAME));
    }

    /** What the card of a folder says, if there is one. */
    public static Optional<CatalogueEntry> read(Path folder) {
        return isIn(folder)
                ? Optional.of(EntryReader.readOnly(YamlText.of(folder.resolve(FILE_NAME))))
                : Optional.empty();
    }
}
