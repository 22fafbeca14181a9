package dev.stoker.datasets.prepare;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.Objects;

/** Makes, moves and removes folders, with errors that name them. */
final class FolderOperations {
    private FolderOperations() {}

    static void create(Path folder) {
        try {
            Files.createDirectories(folder);
        } catch (IOException failure) {
            throw failed("make", folder, failure);
        }
    }

    static void rename(Path from, Path to) {
        try {
            Files.move(from, to, StandardCopyOption.ATOMIC_MOVE);
        } catch (IOException failure) {
            throw failed("move " + from + " to", to, failure);
        }
    }

    /** Removes a folder and all in it; links are removed, not followed. */
    static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw failed("remove", folder, failure);
        } catch (UncheckedIOException failure) {
            throw failed("remove", folder, Objects.requireNonNull(failure.getCause()));
        }
    }

    private static StokerException failed(String verb, Path folder, IOException failure) {
        return new StokerException("cannot %s %s (%s)".formatted(verb, folder, AtomicFile.reason(failure)), failure);
    }
}
