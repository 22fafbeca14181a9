package dev.stoker.distribute.launch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A temporary file into which rank 0 writes the folder of its run, so that a restart can resume it. */
record RunFile(Path path) implements AutoCloseable {
    static RunFile create() {
        try {
            return new RunFile(Files.createTempFile("stoker-launch-", ".run"));
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot create a temporary file in %s (%s)"
                            .formatted(System.getProperty("java.io.tmpdir"), AtomicFile.reason(failure)),
                    failure);
        }
    }

    /** Empty as long as there is no run. */
    Optional<String> run() {
        try {
            return Files.readString(path).lines().findFirst().map(String::strip).filter(line -> !line.isEmpty());
        } catch (IOException _) {
            return Optional.empty();
        }
    }

    @Override
    public void close() {
        try {
            Files.deleteIfExists(path);
        } catch (IOException _) {
            // a few bytes stay in the folder for temporary files
        }
    }
}
