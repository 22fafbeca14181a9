package dev.stoker.data.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.function.Predicate;

/** Names below a folder, sorted, so that the same tree has the same order everywhere. */
final class FileWalk {
    private FileWalk() {}

    /** Files down to a depth; links are followed. */
    static List<Path> files(Path folder, int depth, Predicate<Path> accepts) {
        try (var files = Files.walk(folder, depth, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(file -> !file.equals(folder) && accepts.test(file) && Files.isRegularFile(file))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw unreadable(folder, failure);
        } catch (UncheckedIOException failure) {
            throw unreadable(folder, Objects.requireNonNull(failure.getCause()));
        }
    }

    /** The folders in a folder, without hidden ones. */
    static List<Path> folders(Path folder) {
        try (var files = Files.list(folder)) {
            return files.filter(file -> !FileKind.isHidden(file) && Files.isDirectory(file))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw unreadable(folder, failure);
        }
    }

    private static StokerException unreadable(Path folder, IOException failure) {
        boolean named = failure instanceof FileSystemException specific && specific.getFile() != null;
        return new StokerException(
                "cannot read the folder %s (%s)"
                        .formatted(
                                named ? ((FileSystemException) failure).getFile() : folder, AtomicFile.reason(failure)),
                failure);
    }
}
