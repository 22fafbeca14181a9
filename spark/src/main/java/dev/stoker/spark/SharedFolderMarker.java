package dev.stoker.spark;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** A file by which executors see that their folder is that of the driver; none where the driver may not write there. */
record SharedFolderMarker(Optional<Path> file) implements AutoCloseable {
    static SharedFolderMarker create(Path folder) {
        try {
            return new SharedFolderMarker(Optional.of(Files.createTempFile(folder, ".stoker-spark-", ".marker")));
        } catch (IOException unwritable) {
            return new SharedFolderMarker(Optional.empty());
        }
    }

    /** Empty where there is none. */
    String path() {
        return file.map(Path::toString).orElse("");
    }

    @Override
    public void close() {
        file.ifPresent(path -> {
            try {
                Files.deleteIfExists(path);
            } catch (IOException failure) {
                // an empty file stays
            }
        });
    }
}
