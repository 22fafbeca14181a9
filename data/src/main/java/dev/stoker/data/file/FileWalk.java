package dev.stoker.data.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.SymbolicLink;
import java.io.IOException;
import java.nio.file.FileSystemException;
import java.nio.file.FileVisitOption;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Predicate;

/** Names below a folder, sorted, so that the same tree has the same order everywhere. */
final class FileWalk {
    private FileWalk() {}

    /** Files down to a depth; links are followed, and one that leads nowhere is an error: data would be missing. */
    static List<Path> files(Path folder, int depth, Predicate<Path> accepts) {
        return attributes(folder, depth, accepts).keySet().stream().toList();
    }

    /** The same with what the walk sees of each file: asking again would double the time for many small files. */
    static SortedMap<Path, BasicFileAttributes> attributes(Path folder, int depth, Predicate<Path> accepts) {
        var found = new TreeMap<Path, BasicFileAttributes>();
        try {
            Files.walkFileTree(folder, Set.of(FileVisitOption.FOLLOW_LINKS), depth, new SimpleFileVisitor<>() {
                @Override
                public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
                    if (attributes.isSymbolicLink()) {
                        refuseBroken(file); // a link that could be followed has the attributes of what it leads to
                    } else if (attributes.isRegularFile() && !file.equals(folder) && accepts.test(file)) {
                        found.put(file, attributes);
                    }
                    return FileVisitResult.CONTINUE;
                }
            });
            return found;
        } catch (IOException failure) {
            throw unreadable(folder, failure);
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

    private static boolean isFolder(Path path) {
        return attributesOf(path).filter(BasicFileAttributes::isDirectory).isPresent();
    }

    /** Of what a link leads to. Empty for what went away, and for hidden links that lead nowhere: editors keep such as locks. */
    private static Optional<BasicFileAttributes> attributesOf(Path path) {
        try {
            return Optional.of(Files.readAttributes(path, BasicFileAttributes.class));
        } catch (IOException failure) {
            if (SymbolicLink.problem(path).isEmpty() && !(failure instanceof NoSuchFileException)) {
                throw unreadable(path, failure);
            }
            refuseBroken(path);
            return Optional.empty();
        }
    }

    private static void refuseBroken(Path link) {
        SymbolicLink.problem(link).filter(_ -> !FileKind.isHidden(link)).ifPresent(broken -> {
            throw new StokerException(broken + "; remove or correct it");
        });
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
