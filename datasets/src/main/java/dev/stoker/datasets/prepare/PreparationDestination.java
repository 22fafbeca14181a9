package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.SymbolicLink;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The destination of a prepared dataset. */
record PreparationDestination(Path folder) {
    static final String MANIFEST = "manifest.json";

    /** Refuses at the start what would fail at the end. */
    static PreparationDestination check(PreparationSettings settings, boolean isRemote) {
        var destination = new PreparationDestination(
                settings.destination().toAbsolutePath().normalize());
        if (!isRemote) {
            destination.requireOutside(settings);
        }
        refuseBrokenLink(destination.folder);
        if (Files.exists(destination.folder)) {
            destination.requireReplaceable(settings.overwrite());
        }
        return destination;
    }

    private void requireOutside(PreparationSettings settings) {
        requireFolder(settings.source());
        if (real(folder).startsWith(real(settings.source()))) {
            throw new StokerException("the destination %s is inside the source %s; choose a folder outside of it"
                    .formatted(settings.destination(), settings.source()));
        }
    }

    private static void refuseBrokenLink(Path folder) {
        SymbolicLink.problem(folder).ifPresent(problem -> {
            throw new StokerException(problem);
        });
    }

    private static void requireFolder(Path source) {
        refuseBrokenLink(source);
        if (!Files.isDirectory(source)) {
            throw new StokerException("the source %s %s; give a folder with one folder of images per class"
                    .formatted(source, Files.exists(source) ? "is not a folder" : "does not exist"));
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
            throw new StokerException("the destination %s exists; choose another, or overwrite it".formatted(folder))
                    .about("overwrite");
        }
        if (!Files.exists(folder.resolve(MANIFEST)) && !Folders.isEmpty(folder)) {
            throw new StokerException(
                    "%s is not overwritten: it has no %s, so it was not written by `stoker prepare`; delete it yourself"
                            .formatted(folder, MANIFEST));
        }
    }

    /** The folder in which the dataset is assembled until it is complete. */
    Path unfinished() {
        return folder.resolveSibling(folder.getFileName() + AtomicFile.PARTIAL_SUFFIX);
    }
}
