package dev.stoker.datasets.fetch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;

/** Writes to the local disk: an error here ends the download, since another origin would not help. */
final class LocalDisk {
    private LocalDisk() {}

    /** A write with a result. */
    @FunctionalInterface
    interface Writing<T> {
        T run() throws IOException;
    }

    /** A write without a result. */
    @FunctionalInterface
    interface Change {
        void run() throws IOException;
    }

    static <T> T open(Path file, Writing<T> writing) {
        try {
            return writing.run();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot write %s (%s); free some space or check the permissions, then run again to resume"
                            .formatted(file, AtomicFile.reason(failure)),
                    failure);
        }
    }

    static void change(Path file, Change change) {
        open(file, () -> {
            change.run();
            return file;
        });
    }
}
