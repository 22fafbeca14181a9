package dev.stoker.datasets.fetch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.FolderLock;
import dev.stoker.datasets.catalog.DatasetOrigin;
import dev.stoker.datasets.internal.file.Folders;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * The folder beside the destination in which a set is put together. It lies on the same disk, so the result moves by
 * rename, and it stays when the work is cut short, so the next run goes on. One process at a time works in it.
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
            Files.createDirectories(path);
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

    /** Where what an origin delivers is kept, so that a later run finds it again. */
    Path downloads(DatasetOrigin origin) {
        return Folders.create(
                downloads().resolve("%08x".formatted(origin.title().hashCode())));
    }

    /** What an origin delivered was not what was wanted, so it is of no use the next time either. */
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

    /** The work is done: nothing of it is needed any more. */
    void discard() {
        Folders.delete(path);
    }

    /** The work ends here: what was downloaded stays, and without that nothing does. */
    void deleteTemporaryFiles() {
        Folders.delete(path.resolve(OriginFetcher.UNPACKED));
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
