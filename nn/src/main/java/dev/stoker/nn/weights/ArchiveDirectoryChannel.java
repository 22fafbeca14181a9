package dev.stoker.nn.weights;

import java.nio.ByteBuffer;
import java.nio.channels.NonWritableChannelException;
import java.nio.channels.SeekableByteChannel;

/**
 * The view of a file through which the directory of an archive is read: it refuses positions outside of the file and
 * directories that would fill the memory. Closing it leaves the file open.
 */
final class ArchiveDirectoryChannel implements SeekableByteChannel {
    private static final long LARGEST_DIRECTORY = 64 << 20;

    private final FileBytes file;
    private long position;
    private long bytesRead;

    ArchiveDirectoryChannel(FileBytes file) {
        this.file = file;
    }

    @Override
    public int read(ByteBuffer target) {
        int count = (int) Math.min(target.remaining(), file.size() - position);
        if (count == 0) {
            return target.hasRemaining() ? -1 : 0;
        }
        bytesRead += count;
        if (bytesRead > LARGEST_DIRECTORY) {
            throw file.damaged("its directory has more than %d bytes".formatted(LARGEST_DIRECTORY));
        }
        target.put(file.read(position, count));
        position += count;
        return count;
    }

    @Override
    public SeekableByteChannel position(long wanted) {
        if (wanted < 0 || wanted > file.size()) {
            throw file.damaged("its directory claims byte %d of %d".formatted(wanted, file.size()));
        }
        position = wanted;
        return this;
    }

    @Override
    public long position() {
        return position;
    }

    @Override
    public long size() {
        return file.size();
    }

    @Override
    public int write(ByteBuffer source) {
        throw new NonWritableChannelException();
    }

    @Override
    public SeekableByteChannel truncate(long size) {
        throw new NonWritableChannelException();
    }

    @Override
    public boolean isOpen() {
        return true;
    }

    @Override
    public void close() {}
}
