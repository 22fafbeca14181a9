package dev.stoker.data.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.SymbolicLink;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** Names below a folder, sorted, so that the same tree has the same order everywhere. */
final class FileWalk {
    private FileWalk() {}

    /** Files down to a depth; links are followed, and one that leads nowhere is an error: data would be missing. */
    static List<Path> files(Path folder, int depth, Predicate<Path> accepts) {
        try (var files = Files.walk(folder, depth, FileVisitOption.FOLLOW_LINKS)) {
            return files.filter(file -> !file.equals(folder) && isFile(file) && accepts.test(file))
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
            return files.filter(file -> !FileKind.isHidden(file) && isFolder(file))
                    .sorted()
                    .toList();
        } catch (IOException failure) {
            throw unreadable(folder, failure);
        }
    }

    private static boolean isFile(Path path) {
        return attributes(path).filter(BasicFileAttributes::isRegularFile).isPresent();
    }

    private static boolean isFolder(Path path) {
        return attributes(path).filter(BasicFileAttributes::isDirectory).isPresent();
    }

    /** Of what a link leads to. Empty for what went away, and for hidden links that lead nowhere: editors keep such as locks. */
    private static Optional<BasicFileAttributes> attributes(Path path) {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
        } catch (IOException failure) {
            var problem = SymbolicLink.problem(path);
            if (problem.isEmpty() && !(failure instanceof NoSuchFileException)) {
                throw unreadable(path, failure);
            }
            problem.filter(_ -> !FileKind.isHidden(path)).ifPresent(broken -> {
                throw new StokerException(broken + "; remove or correct it", failure);
            });
            return Optional.empty();
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
