package dev.stoker.datasets.fetch;

import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The files of a download by their names, at any depth. No link is followed. */
record FileTree(Map<String, List<Path>> files) {
    /** Deep enough for every known archive; a local copy may be in a home folder full of other files. */
    private static final int MAX_DEPTH = 8;

    static FileTree of(List<Path> roots) throws OriginException {
        var files = new HashMap<String, List<Path>>();
        for (Path root : roots) {
            try {
                Files.walkFileTree(root, Set.of(), MAX_DEPTH, new Collector(files));
            } catch (IOException failure) {
                throw new OriginException("%s: %s".formatted(root, AtomicFile.reason(failure)), failure);
            }
        }
        files.values().forEach(paths -> paths.sort(null));
        return new FileTree(files);
    }

    List<Path> named(String name) {
        return files.getOrDefault(name, List.of());
    }

    private static final class Collector extends SimpleFileVisitor<Path> {
        private final Map<String, List<Path>> files;

        Collector(Map<String, List<Path>> files) {
            this.files = files;
        }

        @Override
        public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isRegularFile()) {
                files.computeIfAbsent(String.valueOf(file.getFileName()), _ -> new ArrayList<>())
                        .add(file);
            }
            return FileVisitResult.CONTINUE;
        }

        /** An unreadable folder is skipped. */
        @Override
        public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE;
        }
    }
}
