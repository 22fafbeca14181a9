package dev.stoker.datasets.fetch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.DurableFolders;
import dev.stoker.core.io.FolderLock;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Path;

/**
 * The folder beside the destination in which a dataset is assembled. It is on the same disk, so that the result moves by
 * rename, and it is kept after an interruption, so that the next run resumes. Only one process at a time may use it.
 */
final class FetchStagingFolder implements AutoCloseable {
    private final Path path;
    private final FolderLock lock;

    private FetchStagingFolder(Path path, FolderLock lock) {
        this.path = path;
        this.lock = lock;
    }

    static Path beside(Path destination) {
        return destination.resolveSibling(destination.getFileName() + AtomicFile.PARTIAL_SUFFIX);
    }

    static FetchStagingFolder open(Path destination) {
        Path path = beside(destination);
        try {
            DurableFolders.create(path);
            return FolderLock.tryAcquire(path.resolve("lock"))
                    .map(lock -> new FetchStagingFolder(path, lock))
                    .orElseThrow(() -> new StokerException(
                            "%s is in use: another process is downloading into it; wait for it to finish"
                                    .formatted(path)));
        } catch (IOException failure) {
            throw new StokerException(
                            "cannot write to %s (%s); choose a writable folder"
                                    .formatted(path.toAbsolutePath().getParent(), AtomicFile.reason(failure)),
                            failure)
                    .about("to");
        }
    }

    /** The folder for downloads from an origin, where a later run finds them. */
    Path downloads(DatasetOrigin origin) {
        return Folders.create(
                downloads().resolve("%08x".formatted(origin.title().hashCode())));
    }

    /** Deletes the downloads from an origin, which did not verify. */
    void forget(DatasetOrigin origin) {
        Folders.delete(downloads(origin));
    }

    private Path downloads() {
        return path.resolve("downloads");
    }

    /** An empty folder. */
    Path fresh(String name) {
        Path folder = path.resolve(name);
        Folders.delete(folder);
        return Folders.create(folder);
    }

    /** Deletes the whole folder, after the dataset is in place. */
    void discard() {
        Folders.delete(path);
    }

    /** Deletes everything but downloads, and the whole folder if there are none. */
    void deleteTemporaryFiles() {
        Folders.delete(path.resolve(OriginFetcher.UNPACKED));
        Folders.delete(path.resolve(OriginFetcher.UNPACKED_INNER));
        Folders.delete(path.resolve(DatasetFetcher.READY));
        if (Folders.largestFile(downloads()) == 0) {
            discard();
        }
    }

    @Override
    public void close() {
        LocalDisk.change(path, lock::close);
    }
}
