package dev.stoker.datasets.fetch;

import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The folders into which archives were unpacked, and files that came by themselves. */
record UnpackedFiles(List<Path> roots) {
    UnpackedFiles {
        roots = List.copyOf(roots);
    }

    Path find(String path) throws OriginException {
        return look(path).orElseThrow(() -> new OriginException("it does not contain %s".formatted(path)));
    }

    /** The file or folder of this path, or of its end: a local copy may start anywhere inside the archive. */
    Optional<Path> look(String path) {
        for (String end = path; ; end = end.substring(end.indexOf('/') + 1)) {
            String wanted = end;
            var found = roots.stream().flatMap(root -> inside(root, wanted)).findFirst();
            if (found.isPresent() || end.indexOf('/') < 0) {
                return found;
            }
        }
    }

    /** A path from a list must not leave the folder. */
    private static Stream<Path> inside(Path root, String path) {
        try {
            if (Files.isRegularFile(root)) {
                return String.valueOf(root.getFileName()).equals(path) ? Stream.of(root) : Stream.empty();
            }
            Path place = root.resolve(path).normalize();
            return place.startsWith(root) && Files.exists(place) ? Stream.of(place) : Stream.empty();
        } catch (InvalidPathException _) {
            return Stream.empty();
        }
    }
}
