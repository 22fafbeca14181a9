package dev.stoker.datasets.fetch;

import dev.stoker.core.Bytes;
import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.CatalogEntry;
import dev.stoker.datasets.catalog.CatalogFile;
import dev.stoker.datasets.catalog.Checksum;
import dev.stoker.datasets.catalog.DatasetCard;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A folder that holds a set, or shall hold it. */
public record DatasetFolder(CatalogEntry entry, Path path) {
    /** How much of a set is there. */
    public enum State {
        HERE,
        PARTIAL,
        NOT_FETCHED
    }

    /** What is there by names and sizes, which takes no time; checksums are looked at when a set is fetched. */
    public State state() {
        long right = entry.files().stream().filter(this::hasRightSize).count();
        if (right == entry.files().size()) {
            return State.HERE;
        }
        boolean begun = right > 0 || Files.isDirectory(FetchStagingFolder.beside(path));
        return begun ? State.PARTIAL : State.NOT_FETCHED;
    }

    private boolean hasRightSize(CatalogFile file) {
        var found = path.resolve(file.name());
        return Files.isRegularFile(found)
                && found.toFile().length() == file.size().count();
    }

    /** The files that are missing, or are not what the catalog or the folder's own card says. */
    List<CatalogFile> faults(FetchProgress work) {
        if (!isStarted()) {
            return entry.files();
        }
        var faults = new ArrayList<CatalogFile>();
        var card = card();
        work.step("checking " + path, Optional.of(entry.size()));
        long done = 0;
        for (CatalogFile file : entry.files()) {
            if (!hasRightSize(file) || !hasRightChecksum(file, card)) {
                faults.add(file);
            }
            done += file.size().count();
            work.reached(new Bytes(done));
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

    /** Refuses a folder that is something else, so that nothing of the user's is mixed with a set. */
    void checkUsable() {
        if (Files.exists(path) && !Files.isDirectory(path)) {
            throw new StokerException("%s is a file; choose a folder with --to".formatted(path));
        }
        if (!Files.isDirectory(path)) {
            return;
        }
        var card = card();
        if (card.isPresent() && !card.get().name().equals(entry.name())) {
            throw new StokerException("%s holds %s; choose another folder with --to"
                    .formatted(path, card.get().name()));
        }
        if (card.isEmpty() && !Folders.isEmpty(path) && !isStarted()) {
            throw new StokerException("%s holds other things and nothing of %s; choose a new folder with --to"
                    .formatted(path, entry.name()));
        }
    }

    /** What the folder says of itself; a card that cannot be read is as good as none, and is written anew. */
    Optional<CatalogEntry> card() {
        try {
            return DatasetCard.read(path);
        } catch (StokerException _) {
            return Optional.empty();
        }
    }

    /** Whether any file of the set is there, whole or not. */
    boolean isStarted() {
        return entry.files().stream().anyMatch(file -> Files.exists(path.resolve(file.name())));
    }

    /** Puts a folder with all files in place: by one rename, or file by file where some are there already. */
    void replaceWith(Path ready) {
        LocalDisk.change(path, () -> {
            if (Files.isDirectory(path)) {
                for (CatalogFile file : entry.files()) {
                    move(ready.resolve(file.name()), path.resolve(file.name()));
                }
                move(ready.resolve(DatasetCard.FILE_NAME), path.resolve(DatasetCard.FILE_NAME));
            } else {
                move(ready, path);
            }
            AtomicFile.syncDirectory(path);
        });
    }

    private static void move(Path from, Path to) throws IOException {
        Files.move(from, to, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    }
}
