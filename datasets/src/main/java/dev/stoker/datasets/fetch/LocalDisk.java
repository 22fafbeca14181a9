package dev.stoker.datasets.fetch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import java.io.IOException;
import java.nio.file.Path;

/** Writing that fails only where this machine is at fault, so that asking another origin would not help. */
final class LocalDisk {
    private LocalDisk() {}

    /** Something done to a file. */
    @FunctionalInterface
    interface Writing<T> {
        T run() throws IOException;
    }

    /** The same without a result. */
    @FunctionalInterface
    interface Change {
        void run() throws IOException;
    }

    static <T> T open(Path file, Writing<T> writing) {
        try {
            return writing.run();
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot write %s (%s); free some space or check the permissions, then run again to continue"
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
