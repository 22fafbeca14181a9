package dev.stoker.bench.internal.format;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Comparator;

/** A folder for the files of one worker, in memory where the system has such a place. */
public record ScratchFolder(Path path) implements AutoCloseable {

    public static ScratchFolder create() {
        Path memory = Path.of("/dev/shm");
        try {
            return new ScratchFolder(
                    Files.isWritable(memory)
                            ? Files.createTempDirectory(memory, "stoker-fuzz")
                            : Files.createTempDirectory("stoker-fuzz"));
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }

    public Path write(String name, byte[] content) throws IOException {
        Path file = path.resolve(name);
        Files.createDirectories(file.getParent());
        return Files.write(file, content);
    }

    /** Removes what is in a folder within, and the folder. */
    public void clear(String name) throws IOException {
        delete(path.resolve(name));
    }

    private static void delete(Path folder) throws IOException {
        if (!Files.exists(folder)) {
            return;
        }
        try (var files = Files.walk(folder)) {
            for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
                Files.delete(file);
            }
        }
    }

    @Override
    public void close() {
        try {
            delete(path);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
