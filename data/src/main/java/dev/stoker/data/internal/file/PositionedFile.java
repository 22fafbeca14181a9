package dev.stoker.data.internal.file;

import dev.stoker.core.StokerException;
import dev.stoker.core.io.AtomicFile;
import dev.stoker.core.io.PageCache;
import dev.stoker.data.storage.StoredObject;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.ClosedChannelException;
import java.nio.channels.FileChannel;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import org.jspecify.annotations.Nullable;

/** A file of this machine open for reading at any position, by any number of threads at once. */
public final class PositionedFile implements StoredObject {
    private final Path path;
    private final FileStamp stamp;
    private volatile FileChannel channel;
    private volatile boolean closed;
    private @Nullable PageCache hints;

    private PositionedFile(Path path, FileStamp stamp, FileChannel channel) {
        this.path = path;
        this.stamp = stamp;
        this.channel = channel;
    }

    public static PositionedFile open(Path path) {
        return new PositionedFile(path, FileStamp.of(path), channelOf(path));
    }

    public Path path() {
        return path;
    }

    public FileStamp stamp() {
        return stamp;
    }

    @Override
    public String location() {
        return path.toString();
    }

    @Override
    public long size() {
        return stamp.size();
    }

    /**
     * Fills the buffer up to its limit, or up to the end of the file. A FileChannel closes itself under all its readers
     * when one of their threads is interrupted; it is opened again then, and the thread stays interrupted.
     */
    @Override
    public int read(ByteBuffer into, long position) {
        int first = into.position();
        boolean interrupted = false;
        try {
            while (true) {
                try {
                    return fill(channel, into, position - first) - first;
                } catch (ClosedChannelException _) {
                    interrupted |= Thread.interrupted();
                    reopen();
                }
            }
        } catch (IOException failure) {
            throw unreadable(path, failure);
        } finally {
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    private static int fill(FileChannel channel, ByteBuffer into, long base) throws IOException {
        while (into.hasRemaining() && channel.read(into, base + into.position()) >= 0) {
            // One read is enough in most cases; the system may return less at a time.
        }
        return into.position();
    }

    /** Few calls are made, of large ranges, so they may take turns; the file is not closed under one of them. */
    @Override
    public synchronized boolean willNeed(long position, long length) {
        if (hints == null && !closed) {
            hints = PageCache.of(path);
        }
        return hints != null && hints.willNeed(position, length);
    }

    private synchronized void reopen() {
        if (closed) {
            throw new IllegalStateException(path + " is closed");
        }
        if (!channel.isOpen()) {
            if (!FileStamp.of(path).equals(stamp)) {
                throw changed();
            }
            channel = channelOf(path);
        }
    }

    StokerException changed() {
        return new StokerException(
                "%s has changed since it was opened; run again when nothing writes to it".formatted(path));
    }

    /** Closes the file until the next read, which checks that it is still the same. */
    @Override
    public synchronized void rest() {
        if (hints != null) {
            hints.close();
            hints = null;
        }
        try {
            channel.close();
        } catch (IOException failure) {
            throw unreadable(path, failure);
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        rest();
    }

    private static FileChannel channelOf(Path path) {
        try {
            return FileChannel.open(path, StandardOpenOption.READ);
        } catch (IOException failure) {
            throw unreadable(path, failure);
        }
    }

    private static StokerException unreadable(Path path, IOException failure) {
        return new StokerException("cannot read %s (%s)".formatted(path, AtomicFile.reason(failure)), failure);
    }
}
