package dev.stoker.datasets.fetch;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** What the standard library leaves to everyone. No link is followed. */
final class FolderContents {
    private FolderContents() {}

    /** Deletes a folder and what is in it; that it is not there is fine. */
    static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        List<Path> all;
        try (var files = Files.walk(folder)) {
            all = files.sorted(Comparator.reverseOrder()).toList();
        } catch (UncheckedIOException failure) {
            throw new IOException(failure.getMessage(), failure);
        }
        for (Path file : all) {
            Files.deleteIfExists(file);
        }
    }

    /** The size of the largest file in a folder, which another program may be writing to. */
    static long largestFile(Path folder) {
        try (var files = Files.walk(folder)) {
            return files.filter(Files::isRegularFile)
                    .mapToLong(file -> file.toFile().length())
                    .max()
                    .orElse(0);
        } catch (IOException | UncheckedIOException _) {
            return 0; // files come and go under the walk; the next look sees more
        }
    }

    static boolean holdsBytes(Path folder) {
        return Files.exists(folder) && largestFile(folder) > 0;
    }

    static Optional<Path> firstFile(Path folder, String suffix) throws IOException {
        try (var files = Files.list(folder)) {
            return files.filter(file -> file.toString().endsWith(suffix)).findFirst();
        }
    }

    static boolean isEmpty(Path folder) throws IOException {
        try (var files = Files.list(folder)) {
            return files.findAny().isEmpty();
        }
    }
}
