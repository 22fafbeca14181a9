package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.DurableFolders;
import dev.stoker.datasets.ImageFolder;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.CatalogFile;
import dev.stoker.datasets.catalog.Checksum;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.catalog.DatasetContent;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The folder of a dataset, downloaded or not. */
public record DatasetFolder(CatalogEntry entry, Path path) {
    /** How much of the dataset is in the folder. */
    public enum State {
        DOWNLOADED,
        PARTIAL,
        NOT_DOWNLOADED
    }

    /** By the names and sizes of files, which is fast; checksums are verified by a download. */
    public State state() {
        return switch (entry.content()) {
            case DatasetContent.BinaryFiles _ -> stateOfFiles();
            case DatasetContent.ImageArchives _ -> stateOfImages();
        };
    }

    /** Images get their place and their card by one rename. */
    private State stateOfImages() {
        if (holdsImages()) {
            return State.DOWNLOADED;
        }
        return Files.isDirectory(FetchStagingFolder.beside(path)) ? State.PARTIAL : State.NOT_DOWNLOADED;
    }

    private boolean holdsImages() {
        return card().filter(card -> card.name().equals(entry.name())).isPresent();
    }

    private State stateOfFiles() {
        long right = entry.files().stream().filter(this::hasRightSize).count();
        if (right == entry.files().size()) {
            return State.DOWNLOADED;
        }
        boolean begun = right > 0 || Files.isDirectory(FetchStagingFolder.beside(path));
        return begun ? State.PARTIAL : State.NOT_DOWNLOADED;
    }

    private boolean hasRightSize(CatalogFile file) {
        var found = path.resolve(file.name());
        return Files.isRegularFile(found)
                && found.toFile().length() == file.size().count();
    }

    /** Whether it is complete; images are counted, since no checksums of single ones are published. */
    boolean isComplete(List<CatalogFile> faults) {
        return switch (entry.content()) {
            case DatasetContent.BinaryFiles _ -> faults.isEmpty();
            case DatasetContent.ImageArchives _ -> holdsImages() && hasAllImages();
        };
    }

    /** Images that are missing may have been deleted on purpose, so they are not downloaded again unasked. */
    private boolean hasAllImages() {
        int expected = card().map(CatalogEntry::images).orElse(entry.images());
        try (var files = Files.walk(path)) {
            long found = files.filter(ImageFolder::isImage).count();
            if (found < expected) {
                throw new StokerException(
                        "%s has %,d of the %,d images of %s; delete the folder, then run this again to download it anew"
                                .formatted(path, found, expected, entry.name()));
            }
            return true;
        } catch (IOException failure) {
            throw new StokerException("cannot read %s (%s)".formatted(path, AtomicFile.reason(failure)), failure);
        }
    }

    /** The files that are missing, or whose size or checksum differs from the catalog or the folder's own card. */
    List<CatalogFile> faults(FetchProgress progress) {
        if (!isStarted()) {
            return entry.files();
        }
        var faults = new ArrayList<CatalogFile>();
        var card = card();
        progress.begin("checking " + path, Optional.of(entry.size()));
        long done = 0;
        for (CatalogFile file : entry.files()) {
            if (!hasRightSize(file) || !hasRightChecksum(file, card)) {
                faults.add(file);
            }
            done += file.size().count();
            progress.reached(new Bytes(done));
        }
        return faults;
    }

    private boolean hasRightChecksum(CatalogFile file, Optional<CatalogEntry> card) {
        return file.checksum()
                .or(() -> card.flatMap(found -> checksumOnCard(file, found)))
                .filter(expected ->
                        expected.algorithm().of(path.resolve(file.name())).equals(expected))
                .isPresent();
    }

    private static Optional<Checksum> checksumOnCard(CatalogFile file, CatalogEntry card) {
        return card.files().stream()
                .filter(listed -> listed.name().equals(file.name()))
                .findFirst()
                .flatMap(CatalogFile::checksum);
    }

    /** Refuses a folder with other content, so that the user's files are not mixed with a dataset. */
    void checkUsable() {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new StokerException("%s is a file; choose a folder".formatted(path)).about("to");
        }
        if (!Files.isDirectory(path)) {
            return;
        }
        var card = card();
        if (card.isPresent() && !card.get().name().equals(entry.name())) {
            throw new StokerException("%s holds %s; choose another folder"
                            .formatted(path, card.get().name()))
                    .about("to");
        }
        if (card.isEmpty() && !Folders.isEmpty(path) && !isStarted()) {
            throw new StokerException(
                            "%s holds other files and none of %s; choose a new folder".formatted(path, entry.name()))
                    .about("to");
        }
    }

    /** The card of the folder; one that cannot be read is ignored, and is rewritten by a download. */
    Optional<CatalogEntry> card() {
        try {
            return DatasetCard.read(path);
        } catch (StokerException _) {
            return Optional.empty();
        }
    }

    /** Whether any file of the dataset exists, complete or not. */
    boolean isStarted() {
        return entry.files().stream().anyMatch(file -> Files.exists(path.resolve(file.name())));
    }

    /** Replaces the content by a folder with all files: by one rename, or file by file if the folder exists already. */
    void replaceWith(Path ready) {
        LocalDisk.change(path, () -> {
            if (Files.isDirectory(path) && !entry.files().isEmpty()) {
                for (CatalogFile file : entry.files()) {
                    DurableFolders.move(ready.resolve(file.name()), path.resolve(file.name()));
                }
                DurableFolders.move(ready.resolve(DatasetCard.FILE_NAME), path.resolve(DatasetCard.FILE_NAME));
            } else {
                DurableFolders.move(ready, path);
            }
        });
    }
}
