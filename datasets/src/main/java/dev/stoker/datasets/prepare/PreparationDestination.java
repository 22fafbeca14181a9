package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Where the set will be, and whether it may be there. */
record PreparationDestination(Path folder) {
    static final String MANIFEST = "manifest.json";

    /** Refuses before any work what would fail at its end. */
    static PreparationDestination check(PreparationSettings settings) {
        requireFolder(settings.source());
        var destination = new PreparationDestination(
                settings.destination().toAbsolutePath().normalize());
        if (real(destination.folder).startsWith(real(settings.source()))) {
            throw new StokerException("the destination %s lies inside the source %s; choose a folder beside it"
                    .formatted(settings.destination(), settings.source()));
        }
        if (Files.exists(destination.folder)) {
            destination.requireReplaceable(settings.overwrite());
        }
        return destination;
    }

    private static void requireFolder(Path source) {
        if (!Files.isDirectory(source)) {
            throw new StokerException("the source %s %s; give a folder with one folder of images per class"
                    .formatted(source, Files.exists(source) ? "is no folder" : "does not exist"));
        }
    }

    /** With links resolved as far as the path exists. */
    private static Path real(Path path) {
        Path absolute = path.toAbsolutePath().normalize();
        try {
            return absolute.toRealPath();
        } catch (IOException _) {
            Path parent = absolute.getParent();
            return parent == null ? absolute : real(parent).resolve(absolute.getFileName());
        }
    }

    private void requireReplaceable(boolean overwrite) {
        if (!overwrite) {
            throw new StokerException(
                    "the destination %s exists; choose another or pass --overwrite".formatted(folder));
        }
        if (!Files.exists(folder.resolve(MANIFEST)) && !Folders.isEmpty(folder)) {
            throw new StokerException(
                    "%s is not replaced: it holds no %s, so it was not made by `stoker prepare`; remove it yourself"
                            .formatted(folder, MANIFEST));
        }
    }

    /** The folder in which the set grows until it is complete. */
    Path unfinished() {
        return folder.resolveSibling(folder.getFileName() + AtomicFile.PARTIAL_SUFFIX);
    }
}
