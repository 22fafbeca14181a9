package dev.stoker.datasets.fetch;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.datasets.catalog.DatasetOrigin;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;

/**
 * The folder beside the destination in which a set is put together. It lies on the same disk, so the result moves by
 * rename, and it stays when the work is cut short, so the next run goes on. One process at a time works in it.
 */
final class FetchStagingFolder implements AutoCloseable {
    private final Path path;
    private final FileChannel lock;

    private FetchStagingFolder(Path path, FileChannel lock) {
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
            var channel = FileChannel.open(path.resolve("lock"), StandardOpenOption.CREATE, StandardOpenOption.WRITE);
            return locked(path, channel);
        } catch (IOException failure) {
            throw new StokerException(
                    "cannot write to %s (%s); choose a writable folder with --to"
                            .formatted(path.toAbsolutePath().getParent(), AtomicFile.reason(failure)),
                    failure);
        }
    }

    private static FetchStagingFolder locked(Path path, FileChannel channel) throws IOException {
        try {
            if (channel.tryLock() != null) {
                return new FetchStagingFolder(path, channel);
            }
        } catch (OverlappingFileLockException _) {
            // this process holds it, in another thread
        }
        channel.close();
        throw new StokerException(
                "%s is in use: another stoker is fetching into it; wait for that one".formatted(path));
    }

    /** Where what an origin delivers is kept, so that a later run finds it again. */
    Path downloads(DatasetOrigin origin) {
        return made(downloads().resolve("%08x".formatted(origin.title().hashCode())));
    }

    /** What an origin delivered was not what was wanted, so it is of no use the next time either. */
    void forget(DatasetOrigin origin) {
        discard(downloads(origin));
    }

    private Path downloads() {
        return path.resolve("downloads");
    }

    /** An empty folder. */
    Path fresh(String name) {
        Path folder = path.resolve(name);
        discard(folder);
        return made(folder);
    }

    private static Path made(Path folder) {
        return LocalDisk.open(folder, () -> Files.createDirectories(folder));
    }

    private static void discard(Path folder) {
        LocalDisk.change(folder, () -> FolderContents.delete(folder));
    }

    /** The work is done: nothing of it is needed any more. */
    void discard() {
        discard(path);
    }

    /** The work ends here: what was downloaded stays, and without that nothing does. */
    void deleteTemporaryFiles() {
        discard(path.resolve(OriginFetcher.UNPACKED));
        discard(path.resolve(DatasetFetcher.READY));
        if (!FolderContents.holdsBytes(downloads())) {
            discard();
        }
    }

    @Override
    public void close() {
        LocalDisk.change(path, lock::close);
    }
}
