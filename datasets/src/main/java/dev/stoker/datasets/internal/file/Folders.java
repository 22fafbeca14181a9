package dev.stoker.datasets.internal.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.DurableFolders;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/** Creates, moves, deletes and lists folders, with errors that name the folder. No link is followed. */
public final class Folders {
    private Folders() {}

    /** Creates a folder and its parents, on the disk when this returns; that it exists is fine. */
    public static Path create(Path folder) {
        try {
            return DurableFolders.create(folder);
        } catch (IOException failure) {
            throw failed("create", folder, failure);
        }
    }

    /** Moves a folder to another place on the same disk, for good when this returns. */
    public static void rename(Path from, Path to) {
        try {
            DurableFolders.move(from, to);
        } catch (IOException failure) {
            throw failed("move " + from + " to", to, failure);
        }
    }

    /** Deletes a folder and everything in it; that it does not exist is fine. */
    public static void delete(Path folder) {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.deleteIfExists(file);
            }
        } catch (IOException failure) {
            throw failed("delete", folder, failure);
        } catch (UncheckedIOException failure) {
            throw failed("delete", folder, Objects.requireNonNull(failure.getCause()));
        }
    }

    public static boolean isEmpty(Path folder) {
        return firstFile(folder, "").isEmpty();
    }

    /** A file or folder directly in the folder whose name has this ending. */
    public static Optional<Path> firstFile(Path folder, String suffix) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix)).findFirst();
        } catch (IOException failure) {
            throw failed("read", folder, failure);
        }
    }

    /** The size of the largest file anywhere in a folder, to which another program may be writing. */
    public static long largestFile(Path folder) {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .max()
                    .orElse(0);
        } catch (IOException | UncheckedIOException _) {
            return 0; // files come and go during the walk; the next call sees more
        }
    }

    private static StokerException failed(String verb, Path folder, IOException failure) {
        return new StokerException("cannot %s %s (%s)".formatted(verb, folder, AtomicFile.reason(failure)), failure);
    }
}
