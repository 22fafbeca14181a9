package dev.stoker.core.io;

import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.channels.OverlappingFileLockException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;

/** An exclusive lock on a folder, held through a file in it; the operating system releases it when the process ends. */
public final class FolderLock implements AutoCloseable {
    private final FileChannel channel;

    private FolderLock(FileChannel channel) {
        this.channel = channel;
    }

    /** The lock on the folder of this lock file; empty if another process, or this one, holds it already. */
    public static Optional<FolderLock> tryAcquire(Path lockFile) throws IOException {
        var channel = FileChannel.open(lockFile, StandardOpenOption.CREATE, StandardOpenOption.WRITE);
        try {
            if (channel.tryLock() != null) {
                return Optional.of(new FolderLock(channel));
            }
        } catch (OverlappingFileLockException _) {
            // this process holds it
        } catch (IOException failure) {
            channel.close();
            throw failure;
        }
        channel.close();
        return Optional.empty();
    }

    @Override
    public void close() throws IOException {
        channel.close();
    }
}
